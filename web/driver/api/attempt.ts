import type { Say } from '../words/words.ts';
import { type Answer, NoSignal, type Refusal } from './call.ts';

export type Attempt<Data> =
  | { readonly data: Data }
  /** What to tell the driver, and the refusal where the server has answered. */
  | { readonly fault: string; readonly refusal?: Refusal };

/** A call that makes sense only with signal. */
export async function attempt<Data>(t: Say, calling: Promise<Answer<Data>>): Promise<Attempt<Data>> {
  try {
    const answer = await calling;
    return answer.ok ? { data: answer.data } : { fault: faultOf(t, answer), refusal: answer };
  } catch (error) {
    if (error instanceof NoSignal) return { fault: t('common.noSignal') };
    throw error;
  }
}

function faultOf(t: Say, { status, sentence, retryAfterSeconds }: Refusal): string {
  if (status === 429)
    return retryAfterSeconds === undefined
      ? t('common.tooMany')
      : t('common.tooManyFor', { count: Math.max(1, Math.ceil(retryAfterSeconds / 60)) });
  return status >= 500 || sentence === '' ? t('common.serverTrouble') : sentence;
}
