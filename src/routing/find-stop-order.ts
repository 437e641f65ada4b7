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
  /** How many threads died while this was their first question. */
  deaths: number;
};

/**
 * Small questions are answered at once, larger ones by a thread, so that they do not hold up other requests. A thread
 * that dies is replaced; `onDeath` is told, since a thread that cannot live at all shows in nothing but slow requests.
 */
export function createStopOrderFinder(onDeath: (cause: Error) => void = () => undefined): StopOrderFinder {
  let thread: Worker | undefined;
  let closed = false;
  /** The thread answers in this order. */
  let waiting: Waiting[] = [];

  const start = (): Worker => {
    const started = startThread(import.meta.url, 'stop-order-thread');
    started.on('message', (answer: StopOrderAnswer) => {
      const first = waiting.shift();
      if ('found' in answer) first?.resolve(answer.found);
      else first?.reject(answer.failure);
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
    for (const { reject } of waiting) reject(new Error('the stop order finder is closed'));
    waiting = [];
  };

  const askAgain = (): void => {
    const [first] = waiting;
    if (first === undefined) return;
    first.deaths += 1;
    if (first.deaths >= MOST_DEATHS) {
      waiting.shift();
      // Rather hold up others for some milliseconds than leave a quotation without its answer.
      settleHere(first);
    }
    if (waiting.length === 0) return;
    thread = start();
    for (const { question } of waiting) thread.postMessage(question);
  };

  return {
    async find(matrix, returns) {
      if (closed) throw new Error('the stop order finder is closed');
      if (matrix.length - 1 <= MOST_DROP_OFFS_AT_ONCE) return shortestStopOrder(matrix, returns);
      return new Promise<StopOrder>((resolve, reject) => {
        const question = { matrix, returns };
        thread ??= start();
        thread.postMessage(question);
        waiting.push({ question, resolve, reject, deaths: 0 });
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
