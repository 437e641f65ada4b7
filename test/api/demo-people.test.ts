import { readFile, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPartnerFile } from '../../src/main/demo-partner.ts';
import { findOrMakeDemoPartner } from '../../src/main/make-demo-partner.ts';
import { findOrMakeDemoPeople } from '../../src/main/make-demo-people.ts';
import { changeKeyStatus } from '../../src/partners/index.ts';
import { browserAt, PASSWORD } from '../support/desk.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ demo: true });
});
afterAll(() => world.close());

test('every start shows the links by which the demo people set their passwords, until they have', async () => {
  const { partnerId } = await findOrMakeDemoPartner(world.foundations);
  const start = () => findOrMakeDemoPeople(world.foundations, partnerId);
  // One that ended before it could show them.
  await start();
  for (const { desk, path, isInvited } of await start()) {
    expect(isInvited).toBe(true);
    const [, token] = path.split('#');
    const used = await browserAt(world, desk).post(`/${desk}/v1/links/use`, { token, password: PASSWORD });
    expect(used.status).toBe(200);
  }
  expect(await start()).toEqual([
    { desk: 'portal', email: 'partner@example.com', path: '/portal', isInvited: false },
    { desk: 'console', email: 'operator@example.com', path: '/console', isInvited: false },
  ]);
});

test('the demo partner whose file is lost, as after a restore, is found again with its key, or gets another one', async () => {
  const bare = await createWorld({ demo: true });
  const { foundations } = bare;
  const start = async () => {
    const partner = await findOrMakeDemoPartner(foundations);
    await findOrMakeDemoPeople(foundations, partner.partnerId);
    return partner;
  };
  const file = demoPartnerFile(foundations.settings.dataFolder);
  const first = await start();
  await rm(file);
  expect(await start()).toEqual(first);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(first);
  await foundations.database.inTransaction((tx) => changeKeyStatus(tx, first.apiKey, 'revoked'));
  const { apiKey, apiSecret, ...rest } = await start();
  expect(first).toMatchObject(rest);
  expect((await bare.call('GET', '/v3/cities', { as: { apiKey, apiSecret } })).status).toBe(200);
  await bare.close();
});

test('a demo person who was disabled before is no obstacle to a start', async () => {
  const bare = await createWorld({ demo: true });
  const { partnerId } = await findOrMakeDemoPartner(bare.foundations);
  await findOrMakeDemoPeople(bare.foundations, partnerId);
  await bare.foundations.database.query("update people set status = 'disabled'");
  const desks = await findOrMakeDemoPeople(bare.foundations, partnerId);
  expect(desks.map(({ isInvited }) => isInvited)).toEqual([false, false]);
  await bare.close();
});
