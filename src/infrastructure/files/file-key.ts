const FORM = /^[a-z]+(?:\/[A-Za-z0-9_-]+)+\.([a-z]+)$/;
const LONGEST = 200;
const CONTENT_TYPES = new Map([
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['pdf', 'application/pdf'],
]);

/** A name such as proofs/2026/11/x7Kq.jpg. It can be a path: it never leads out of its folder. */
export function isFileKey(text: string): boolean {
  return contentTypeOf(text) !== undefined;
}

/** What the ending of a key says of its file; undefined where the text is no key. */
export function contentTypeOf(key: string): string | undefined {
  const ending = key.length <= LONGEST ? FORM.exec(key)?.[1] : undefined;
  return ending === undefined ? undefined : CONTENT_TYPES.get(ending);
}
