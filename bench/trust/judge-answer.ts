type Answered = { readonly status: number; readonly code: string | undefined };

/** What a client makes of an attempt. */
export type Verdict =
  | 'acknowledged'
  | 'refused'
  /** It may have happened or not: ask again, or look. */
  | 'lost'
  /** It is happening: ask again in a moment. */
  | 'later';

/** Undefined where the connection ended without an answer. */
export function judgeAnswer(answer: Answered | undefined): Verdict {
  if (answer === undefined || answer.status >= 500) return 'lost';
  if (answer.code === 'ERR_REQUEST_IN_PROGRESS') return 'later';
  return answer.status < 400 ? 'acknowledged' : 'refused';
}
