import { fork } from 'node:child_process';
import { once } from 'node:events';
import { sign, type Target } from '../../test/support/partner-client.ts';
import type { CleanUp } from './clean-up.ts';
import type { LoadOrder, Sent } from './load-process.ts';
import { MARKET, type Partner } from './partners.ts';

export const CONNECTIONS = 64;

type LoadOptions = {
  readonly connections?: number;
  /** Stops after this time, for which there have to be enough requests. */
  readonly seconds?: number;
};
/** Sends each request once over connections that are kept, in turn to each of the targets; every answer must be a success. */
export type Load = (targets: readonly Target[], requests: readonly string[], options?: LoadOptions) => Promise<Sent>;

export function startLoad(afterwards: CleanUp['afterwards'], usualConnections: number): Load {
  const child = fork('bench/support/load-process.ts', { execArgv: ['--import', 'tsx'], serialization: 'advanced' });
  afterwards(() => child.kill());
  return async (targets, requests, options = {}) => {
    const order: LoadOrder = {
      targets: targets.map(({ port, ca }) => ({ port, ca })),
      requests,
      connections: usualConnections,
      ...options,
    };
    child.send(order);
    const [sent] = (await once(child, 'message')) as [Sent | { readonly fault: string }];
    if ('fault' in sent) throw new Error(sent.fault);
    return sent;
  };
}

export type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly requestId?: string;
};

/** Signing takes time, and is the partner's: it is done before the clock runs. */
export function prepareRequests(partner: Partner, nextCall: () => Call, count: number): readonly string[] {
  return Array.from({ length: count }, () => signedRequest(partner, nextCall()));
}

/** The bytes of a call as a partner sends it. */
export function signedRequest({ apiKey, apiSecret }: Partner, { method, path, body = '', requestId }: Call): string {
  const timestamp = Date.now();
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: hmac ${apiKey}:${timestamp}:${sign(apiSecret, timestamp, method, path, body)}`,
    `Market: ${MARKET}`,
    ...(requestId === undefined ? [] : [`Request-ID: ${requestId}`]),
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
