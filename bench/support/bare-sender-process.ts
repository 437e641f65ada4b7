import { Agent, type Dispatcher } from 'undici';
import type { Push } from './receivers.ts';

/** Sends the pushes it was given, so many at once, by the shortest way that undici has. */
const mostAtOnce = Number(process.argv[2]);
const agent = new Agent();
let pushes: readonly Push[] = [];
process.on('message', async (message: readonly Push[] | 'send') => {
  if (message !== 'send') {
    pushes = message;
    process.send?.('taken');
    return;
  }
  const begin = performance.now();
  await sendAll();
  process.send?.(performance.now() - begin);
});
process.send?.('ready');

async function sendAll(): Promise<void> {
  let next = 0;
  const sendOn = async () => {
    for (let push = pushes[next++]; push !== undefined; push = pushes[next++]) await send(push);
  };
  await Promise.all(Array.from({ length: mostAtOnce }, sendOn));
}

function send({ origin, path, headers, body }: Push): Promise<void> {
  return new Promise((resolve, reject) => {
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_, status) {
        if (status !== 200) reject(new Error(`answered ${status}`));
      },
      onResponseData() {},
      onResponseEnd: () => resolve(),
      onResponseError: (_, error) => reject(error),
    };
    agent.dispatch({ origin, path, method: 'POST', headers, body }, handler);
  });
}
