import { accepted, type Decision, refused } from '../../foundation/decision.ts';

/** Who asks: by phone, by email, or by both. */
export type Subject = { readonly phone?: string | undefined; readonly email?: string | undefined };

/** What to look for in documents, all in small letters. A phone is known by its digits, however it is written before them. */
export function textsOf({ phone, email }: Subject): readonly string[] {
  return [...(phone === undefined ? [] : [phone.slice(1)]), ...(email === undefined ? [] : [email.toLowerCase()])];
}

/** Nobody means another person by another case of an email address. */
export function speaksOf(subject: Subject): (words: string) => boolean {
  const texts = textsOf(subject);
  return (words) => {
    const small = words.toLowerCase();
    return texts.some((text) => small.includes(text));
  };
}

export type Stop = {
  readonly phone?: string;
  readonly name?: string;
  readonly address?: string;
  readonly remarks?: unknown;
};

/** Whatever somebody wrote at a stop, where the phone of another person may stand as well. */
export function wordsAt({ name = '', address = '', remarks = '' }: Stop): readonly string[] {
  return [name, address, String(remarks)];
}

/** Whether a stop is theirs, or speaks of them. */
export function isAbout(subject: Subject): (stop: Stop) => boolean {
  const isSaidIn = speaksOf(subject);
  return (stop) => (subject.phone !== undefined && stop.phone === subject.phone) || wordsAt(stop).some(isSaidIn);
}

/** The reason stays in the audit log when all else is gone, so it must not say who it was. */
export function decideReason(subject: Subject, reason: string): Decision<string> {
  const isSaidIn = speaksOf(subject);
  return isSaidIn(reason) || isSaidIn(reason.replace(/[\s().-]/g, ''))
    ? refused(
        'ERR_INVALID_FIELD',
        'The reason must not say whose data it is: it stays in the audit log.',
        '/data/reason',
      )
    : accepted(reason);
}
