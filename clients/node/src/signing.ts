const encoder = new TextEncoder();

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** What a call's signature is made over: the timestamp in milliseconds, the path without its query, the body as it is sent. */
export function signedText(timestamp: number, method: string, path: string, body: string): string {
  return `${timestamp}\r\n${method}\r\n${path}\r\n\r\n${body}`;
}

export function hmacKey(secret: Uint8Array<ArrayBuffer> | string): Promise<HmacKey> {
  const bytes = typeof secret === 'string' ? encoder.encode(secret) : secret;
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/** HMAC-SHA256 in lower-case hexadecimal digits. */
export async function hexSignature(key: HmacKey, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In constant time, as the platform does it. */
export function isSignature(key: HmacKey, signature: Uint8Array<ArrayBuffer>, text: string): Promise<boolean> {
  return crypto.subtle.verify('HMAC', key, signature, encoder.encode(text));
}

export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) return undefined;
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
  );
}

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
