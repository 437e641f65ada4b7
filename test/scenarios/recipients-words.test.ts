import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { runRounds } from '../support/driver-client.ts';
import { place } from '../support/orders.ts';
import { pathOf, trackingOf } from '../support/tracking.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
});
afterAll(() => world.close());

test('what recipients said is forgotten after 90 days; that a parcel was not theirs is kept', async () => {
  const placedAt = world.clock.now();
  const { orderId, shareLink } = await place(world);
  const path = pathOf(shareLink);
  const { post } = trackingOf(world);
  const { stops } = (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
  const { stopId } = stops[1];
  for (const [what, form] of [
    ['notes', { stopId, note: 'Ring twice' }],
    ['near', { stopId }],
    ['wrong-parcel', { stopId }],
  ] as const)
    expect((await post(`${path}/${what}`, form)).status).toBe(303);
  // One that was not sent goes with the order's end.
  await world.foundations.database.query('update near_messages set sent_at = asked_at');
  const kept = async () => {
    const [row] = await world.foundations.database.query(
      `select (select count(*) from recipient_notes)::int as notes, (select count(*) from near_messages)::int as wishes,
              (select count(*) from wrong_parcel_reports)::int as reports`,
    );
    return row;
  };

  world.clock.set(placedAt + 90 * DAY_MS - 2 * MINUTE_MS);
  await runRounds(world);
  expect(await kept()).toEqual({ notes: 1, wishes: 1, reports: 1 });
  world.clock.set(placedAt + 91 * DAY_MS);
  await runRounds(world);
  expect(await kept()).toEqual({ notes: 0, wishes: 0, reports: 1 });
});
