import type { Worker } from 'node:worker_threads';
import { startThread } from '../infrastructure/thread.ts';
import { type DistanceMatrix, type StopOrder, shortestStopOrder } from './rules/stop-order.ts';
import type { StopOrderAnswer, StopOrderQuestion } from './stop-order-thread.ts';

/** Measured: up to here the answer takes well under a millisecond, also where many orders are equally short. */
const MOST_DROP_OFFS_AT_ONCE = 10;
const MOST_DEATHS = 2;

export type StopOrderFinder = {
  find(matrix: DistanceMatrix, returns: boolean): Promise<StopOrder>;
  /** What is still waiting is refused. */
  close(): Promise<void>;
};

type Waiting = {
  readonly question: StopOrderQuestion;
  readonly resolve: (order: StopOrder) => void;
  readonly reject: (failure: unknown) => void;
  /** How many threads died of it. */
  deaths: number;
};

/**
 * Small questions are answered at once, larger ones by a thread, so that they do not hold up other requests: one at a time, and between two
 * the event loop comes round, or the answers of a busy moment would all be gone on with before anyone else is heard. A thread
 * that dies is replaced; `onDeath` is told, since a thread that cannot live at all shows in nothing but slow requests.
 */
export function createStopOrderFinder(onDeath: (cause: Error) => void = () => undefined): StopOrderFinder {
  let thread: Worker | undefined;
  let closed = false;
  /** What the thread is at. */
  let asked: Waiting | undefined;
  const waiting: Waiting[] = [];

  const start = (): Worker => {
    const started = startThread('routing/stop-order-thread');
    started.on('message', (answer: StopOrderAnswer) => {
      if ('found' in answer) asked?.resolve(answer.found);
      else asked?.reject(answer.failure);
      asked = undefined;
      setImmediate(askNext);
    });
    let cause: Error | undefined;
    // An error is followed by an exit; without a listener it would end the program.
    started.on('error', (error: Error) => {
      cause = error;
    });
    started.on('exit', (code) => {
      thread = undefined;
      if (closed) return refuseAll();
      askAgain();
      onDeath(cause ?? new Error(`the thread for stop orders ended with code ${code}`));
    });
    // Only now: listening to a thread makes it keep the program alive again.
    started.unref();
    return started;
  };

  const refuseAll = (): void => {
    if (asked !== undefined) waiting.unshift(asked);
    asked = undefined;
    for (const { reject } of waiting.splice(0)) reject(new Error('the stop order finder is closed'));
  };

  const askNext = (): void => {
    if (closed || asked !== undefined) return;
    asked = waiting.shift();
    if (asked === undefined) return;
    thread ??= start();
    thread.postMessage(asked.question);
  };

  const askAgain = (): void => {
    if (asked === undefined) return;
    asked.deaths += 1;
    // Rather hold up others for some milliseconds than leave a quotation without its answer.
    if (asked.deaths >= MOST_DEATHS) settleHere(asked);
    else waiting.unshift(asked);
    asked = undefined;
    askNext();
  };

  return {
    async find(matrix, returns) {
      if (closed) throw new Error('the stop order finder is closed');
      if (matrix.length - 1 <= MOST_DROP_OFFS_AT_ONCE) return shortestStopOrder(matrix, returns);
      return new Promise<StopOrder>((resolve, reject) => {
        waiting.push({ question: { matrix, returns }, resolve, reject, deaths: 0 });
        askNext();
      });
    },
    async close() {
      closed = true;
      await thread?.terminate();
    },
  };
}

function settleHere({ question, resolve, reject }: Waiting): void {
  try {
    resolve(shortestStopOrder(question.matrix, question.returns));
  } catch (failure) {
    reject(failure);
  }
}
