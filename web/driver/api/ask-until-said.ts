import { pauseBefore } from '../rules/queue.ts';
import { type Answer, call, ignoreNoSignal } from './call.ts';

/** What the server's answer tells, however often it has to be asked; undefined where nobody wants to know any more. */
export async function askUntilSaid<Data, Told>(
  path: string,
  tell: (answer: Answer<Data> | undefined) => Told | 'ASK_AGAIN',
  left: AbortSignal,
): Promise<Told | undefined> {
  for (let tries = 0; !left.aborted; tries++) {
    const answer = await call<Data>('GET', path).catch(ignoreNoSignal);
    const told = tell(answer);
    if (told !== 'ASK_AGAIN') return told;
    const { retryAfterSeconds = 0 } = answer?.ok === false ? answer : {};
    const { pauseMs } = pauseBefore(tries, Math.random(), retryAfterSeconds);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return undefined;
}
