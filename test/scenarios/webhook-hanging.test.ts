import { describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { wakeSenders } from '../../src/webhooks/delivery-streams-sql.ts';
import { fund } from '../support/orders.ts';
import { answers, eventually, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { readEvents, setUrl, startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

/** Each story waits for the ten seconds of a real attempt, so each has a world of its own and all wait together. */
async function told(story: (world: World, receiver: WebhookReceiver) => Promise<void>): Promise<void> {
  const world = await createWorld({ partner: { limitFactor: 1_000, creditMinor: 1_000_000n, markets: ['HK'] } });
  const receiver = await startReceiver();
  await setUrl(world, receiver.url);
  const sender = startSending(world);
  try {
    await story(world, receiver);
  } finally {
    await sender.stop();
    await receiver.stop();
    await world.close();
  }
}

describe.concurrent('the ten seconds of an attempt', () => {
  test.each([
    ['hangs', answers.hang],
    ['drips', answers.dripHead],
  ])('a receiver that %s is left, the attempt is kept, and the event comes again', (_, behaviour) =>
    told(async (world, receiver) => {
      receiver.behave(behaviour);
      await fund(world, 1n);
      const delivery = await eventually(async () => {
        const seen = (await readEvents(world, '', undefined, { expand: 'attempts' })).json.data.at(-1)?.delivery;
        return seen?.attempts === 1 ? seen : undefined;
      });
      const error = 'The receiver did not answer within 10 s.';
      expect(delivery).toMatchObject({ status: 'PENDING', lastError: error, tries: [{ status: null, answer: error }] });
      receiver.behave(answers.status(200));
      await eventually(async () => {
        world.clock.advance(SECOND_MS);
        wakeSenders(world.foundations.database);
        return receiver.taken().length === 1;
      });
    }),
  );

  test('one that outlives its lease changes nothing for those that came after it', () =>
    told(async (world, receiver) => {
      const sql = (text: string) => world.foundations.database.query(text, []);
      receiver.behave(answers.hang);
      await fund(world, 1n);
      await eventually(() => receiver.pushes.length === 2);
      receiver.behave(answers.status(200));
      world.clock.advance(MINUTE_MS);
      await eventually(() => receiver.taken().length === 1);
      receiver.behave(answers.status(500));
      await fund(world, 1n);
      await eventually(async () => (await sql('select 1 from delivery_streams where attempts = 1')).length === 1);
      const before = await sql('select due_at, attempts from delivery_streams');
      await eventually(async () => (await sql('select 1 from delivery_attempts where status is null')).length === 1);
      expect(await sql('select due_at, attempts from delivery_streams')).toEqual(before);
    }));
});
