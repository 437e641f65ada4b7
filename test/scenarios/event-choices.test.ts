import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseEvents, EVENT_CHOICES, eventChoicesOf, type NewEvent, recordEvents } from '../../src/webhooks/index.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const newPartner = () => world.newPartner({ limitFactor: 1_000, creditMinor: 100_000n, markets: ['HK'] });
type Partner = Awaited<ReturnType<typeof newPartner>>;
const database = () => world.foundations.database;
const choose = ({ partnerId }: Partner, ...choices: Parameters<typeof chooseEvents>[2]) =>
  chooseEvents(database(), partnerId, choices, world.clock.now());

test('everything can be chosen, is answered in the order of the list, and a new choice takes the place of the last', async () => {
  const partner = await newPartner();
  expect(await eventChoicesOf(database(), partner.partnerId)).toEqual([]);
  expect(await choose(partner, ...EVENT_CHOICES.toReversed(), 'ORDER_CREATED')).toEqual(EVENT_CHOICES);
  expect(await eventChoicesOf(database(), partner.partnerId)).toEqual(EVENT_CHOICES);
  await choose(partner, 'POD_STATUS_CHANGED');
  expect(await eventChoicesOf(database(), partner.partnerId)).toEqual(['POD_STATUS_CHANGED']);
  await choose(partner);
  expect(await eventChoicesOf(database(), partner.partnerId)).toEqual([]);
});

test('the database itself knows nothing else to choose', async () => {
  const { partnerId } = await newPartner();
  await expect(
    database().query("insert into event_choices (partner_id, choices, updated_at) values ($1, '{DANCE}', now())", [
      partnerId,
    ]),
  ).rejects.toThrow('event_choices_choices_check');
});

test('an event that has to be chosen is recorded where it was, in its turn, and leaves no gap where it was not', async () => {
  const events: readonly NewEvent[] = [
    { type: 'ORDER_CREATED', choice: 'ORDER_CREATED', data: { turn: 1 } },
    { type: 'ORDER_STATUS_CHANGED', data: { turn: 2 } },
    { type: 'ORDER_STATUS_CHANGED', choice: 'PLUS_ORDER_STATUS_CHANGED', data: { turn: 3 } },
    { type: 'ORDER_EDITED', data: { turn: 4 } },
  ];
  async function record(partner: Partner) {
    const streamId = world.foundations.ids.next<'stream'>();
    const { partnerId } = partner;
    const inOneGo = (eventCount: number) =>
      database().inTransaction((tx) =>
        recordEvents(tx, { streamId, partnerId, eventCount }, world.clock.now(), events),
      );
    const count = await inOneGo(await inOneGo(0));
    const rows = await database().query<{ number: number; turn: string }>(
      "select number, data ->> 'turn' as turn from events where stream_id = $1 order by number",
      [streamId],
    );
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    return rows.map(({ turn }) => turn).join('');
  }
  const [nothing, plus, both] = [await newPartner(), await newPartner(), await newPartner()];
  await choose(plus, 'PLUS_ORDER_STATUS_CHANGED');
  await choose(both, 'PLUS_ORDER_STATUS_CHANGED', 'ORDER_CREATED');
  expect(await record(nothing)).toBe('2424');
  expect(await record(plus)).toBe('234234');
  expect(await record(both)).toBe('12341234');
});
