import { createHash } from 'node:crypto';
import { type Stop, type Subject, textsOf, wordsAt } from './subject.ts';

/**
 * Who is meant, for a job that waits and must not say who it is about: of each text by which they are known its length and its hash. No key
 * is needed, since what waits is a delivery that still says it openly, and none has to outlive a change of the master key.
 */
export type HiddenSubject = {
  readonly salt: string;
  readonly phone?: string;
  readonly texts: readonly { readonly length: number; readonly hash: string }[];
};

/** `salt` is the request's own, so that no two of them can be compared. */
export function hideSubject(subject: Subject, salt: string): HiddenSubject {
  return {
    salt,
    ...(subject.phone === undefined ? {} : { phone: hashOf(subject.phone, salt) }),
    texts: textsOf(subject).map((text) => ({ length: text.length, hash: hashOf(text, salt) })),
  };
}

/** As `isAbout` decides where it is said who is meant. */
export function isAboutHidden({ salt, phone: wanted, texts }: HiddenSubject): (stop: Stop) => boolean {
  const isSaidIn = (words: string) =>
    texts.some(({ length, hash }) => partsOf(words.toLowerCase(), length).some((part) => hashOf(part, salt) === hash));
  return (stop) => (wanted !== undefined && hashOf(stop.phone ?? '', salt) === wanted) || wordsAt(stop).some(isSaidIn);
}

function partsOf(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, from) => text.slice(from, from + length));
}

function hashOf(text: string, salt: string): string {
  return createHash('sha256')
    .update(JSON.stringify([salt, text]))
    .digest('base64');
}
