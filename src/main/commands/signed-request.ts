import { systemClock } from '../../infrastructure/clock.ts';
import { systemRandom } from '../../infrastructure/random.ts';
import { signatureOf } from '../../partners/index.ts';
import type { Caller } from './caller.ts';

export type SignedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
type Request = {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly platform?: string | undefined;
};

export function signRequest(caller: Caller, { method, path, body = '', platform }: Request): SignedRequest {
  const timestamp = String(systemClock.now());
  const signature = signatureOf(caller.secret, timestamp, method, path.split('?')[0] as string, body);
  const headers = {
    Authorization: `hmac ${caller.key}:${timestamp}:${signature}`,
    'Content-Type': 'application/json',
    Market: caller.market,
    'Request-ID': systemRandom.uuid(),
    ...(platform === undefined ? {} : { Platform: platform }),
  };
  return { method, url: `${caller.url}${path}`, headers, body };
}
