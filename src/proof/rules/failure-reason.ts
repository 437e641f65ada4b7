import { accepted, type Decision, refused } from '../../foundation/decision.ts';

const LONGEST = 500;
const POINTER = '/data/reason';
/** Everything below the space but tab and line ends, and what no text can hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

/** Why a drop-off failed, in the driver's words. */
export function decideFailureReason(given: unknown): Decision<string> {
  if (typeof given !== 'string') return refused('ERR_MISSING_FIELD', 'A failed drop-off needs a reason.', POINTER);
  const reason = given.trim();
  const { length } = [...reason];
  if (length === 0) return refused('ERR_MISSING_FIELD', 'A failed drop-off needs a reason.', POINTER);
  if (length > LONGEST) {
    return refused('ERR_INVALID_FIELD', `The reason must not be longer than ${LONGEST} characters.`, POINTER);
  }
  if (UNREADABLE.test(reason)) {
    return refused('ERR_INVALID_FIELD', 'The reason holds characters that cannot be read.', POINTER);
  }
  return accepted(reason);
}
