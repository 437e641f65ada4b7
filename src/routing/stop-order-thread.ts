import { parentPort } from 'node:worker_threads';
import { assertPresent } from '../foundation/assert.ts';
import { giveWayToOthers } from '../infrastructure/thread.ts';
import { type DistanceMatrix, type StopOrder, shortestStopOrder } from './rules/stop-order.ts';

export type StopOrderQuestion = { readonly matrix: DistanceMatrix; readonly returns: boolean };
export type StopOrderAnswer = { readonly found: StopOrder } | { readonly failure: unknown };

/** The thread behind find-stop-order.ts: answers one question after the other, in the order in which they came. */
giveWayToOthers();
const caller = assertPresent(parentPort, 'this file is started as a thread');
caller.on('message', (question: StopOrderQuestion) => caller.postMessage(answerTo(question)));

function answerTo({ matrix, returns }: StopOrderQuestion): StopOrderAnswer {
  try {
    return { found: shortestStopOrder(matrix, returns) };
  } catch (failure) {
    return { failure };
  }
}
