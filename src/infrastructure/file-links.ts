import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../foundation/time.ts';
import { isFileKey } from './files/file-key.ts';

/** What stands in a link, as it came: anyone may have written it. */
export type GivenLink = {
  readonly key?: unknown;
  readonly owner?: unknown;
  readonly expires?: unknown;
  readonly signature?: unknown;
};

/** Links that show one file to whoever has them, for a while. */
export type FileLinks = {
  linkTo(fileKey: string, owner: string, until: Instant): string;
  /** The key of the file; undefined for a link that is not ours, was changed, or is over. */
  opens(link: GivenLink, now: Instant): string | undefined;
};

type LinkOptions = {
  /** The first signs; what any of them has signed opens. */
  readonly keys: readonly [Buffer, ...Buffer[]];
  readonly publicUrl: string;
};

export function createFileLinks({ keys, publicUrl }: LinkOptions): FileLinks {
  return {
    linkTo(fileKey, owner, until) {
      const expires = String(until);
      const signature = signatureOf(keys[0], fileKey, owner, expires).toString('base64url');
      const name = Buffer.from(fileKey).toString('base64url');
      return `${publicUrl}/files/${name}?${new URLSearchParams({ owner, expires, signature })}`;
    },
    opens({ key, owner, expires, signature }, now) {
      if (!isText(key) || !isText(owner) || !isText(expires) || !isText(signature)) return undefined;
      const fileKey = Buffer.from(key, 'base64url').toString();
      const given = Buffer.from(signature, 'base64url');
      const isOurs = keys.some((secret) => isSame(given, signatureOf(secret, fileKey, owner, expires)));
      return isOurs && now < Number(expires) && isFileKey(fileKey) ? fileKey : undefined;
    },
  };
}

function signatureOf(secret: Buffer, fileKey: string, owner: string, expires: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([fileKey, owner, expires]))
    .digest();
}

function isSame(given: Buffer, right: Buffer): boolean {
  return given.length === right.length && timingSafeEqual(given, right);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
