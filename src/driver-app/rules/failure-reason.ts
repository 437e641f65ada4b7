import { accepted, type Decision, refused } from '../../foundation/decision.ts';

/** Why a pick-up or drop-off can fail: the key is for apps, the text for partners. */
export type FailureReason = {
  readonly reasonKey: string;
  readonly text: string;
  /** It says too little by itself. */
  readonly needsNote: boolean;
};
export type FailureReasons = { readonly pickUp: readonly FailureReason[]; readonly dropOff: readonly FailureReason[] };

/** As it is kept and shown to the partner. Without a key the driver's own words are all there is. */
export function reasonText(
  known: readonly FailureReason[],
  { reasonKey, reason = '' }: { readonly reasonKey?: string; readonly reason?: string },
): Decision<string> {
  const note = reason.trim();
  if (reasonKey === undefined)
    return note === ''
      ? refused('ERR_MISSING_FIELD', 'A failure needs a reason: a reasonKey, or your own words.', '/data/reason')
      : accepted(note);
  const found = known.find((one) => one.reasonKey === reasonKey);
  if (found === undefined)
    return refused(
      'ERR_INVALID_FIELD',
      'There is no such reason. See GET /driver/v1/failure-reasons.',
      '/data/reasonKey',
    );
  if (note !== '') return accepted(`${found.text}: ${note}`);
  return found.needsNote
    ? refused('ERR_MISSING_FIELD', 'This reason needs a note. Give it as "reason".', '/data/reason')
    : accepted(found.text);
}
