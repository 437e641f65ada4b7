const LONGEST = 300;
/** Composing makes one character of up to four. It takes a time that grows with the square of the marks on one letter, so what stays too long anyway is not composed. */
const LONGEST_IN_PARTS = 4 * LONGEST;
/** Line ends and tabs become spaces; what cannot be seen, or turns the direction of what follows, goes. */
const INVISIBLE = /[\p{Cc}\p{Surrogate}\p{Private_Use}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

type NoteFault = 'empty' | 'tooLong';
type Note = { readonly text: string } | { readonly fault: NoteFault };

/** What a driver reads in one glance: one line. */
export function readNote(given: string): Note {
  const parts = given
    .replaceAll(/[\s\u0085]+/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .trim();
  if ([...parts].length > LONGEST_IN_PARTS) return { fault: 'tooLong' };
  const text = parts.normalize('NFC');
  const { length } = [...text];
  if (length === 0) return { fault: 'empty' };
  return length > LONGEST ? { fault: 'tooLong' } : { text };
}
