import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browserAt, PASSWORD } from '../support/desk.ts';
import { makeDriver } from '../support/drivers.ts';
import { deliver } from '../support/orders.ts';
import { placePlus } from '../support/parcels.ts';
import { photo as pictureOf } from '../support/pictures.ts';
import { runCommand, saidBy } from '../support/program.ts';
import { createWorld, sharedWith, type World } from '../support/world.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  world = await createWorld({ partner: { platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 1_000 } });
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-acts-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const waybill = (line: string, ...further: string[]) =>
  saidBy(runCommand([...line.split(' '), ...further], sharedWith(world)));
const json = async (line: string, ...further: string[]) => JSON.parse(await waybill(line, ...further, '--json'));

/** What was noted of nobody at a desk since the last look: the action, on what, for whom, why, and the rest. */
let seen = '0';
async function noted() {
  const rows = await world.foundations.database.query<{ id: string; act: unknown[] }>(
    `select id, jsonb_build_array(action, subject_kind || ' ' || subject_id, partner_id::text, reason, details) act
     from audit_entries where id > $1 and person_id is null order by id`,
    [seen],
  );
  seen = rows.at(-1)?.id ?? seen;
  return rows.map(({ act }) => act);
}

beforeEach(async () => {
  await noted();
});

describe('what the command line changes stands in the audit log', () => {
  test('a partner, its keys, its webhooks and its money', async () => {
    const { partnerId, apiKey } = await json(
      'partner create --name Acme --market HK --credit 500',
      '--reason',
      'Ticket 7',
    );
    const partner = `partner ${partnerId}`;
    expect(await noted()).toEqual([
      ['partner.create', partner, partnerId, 'Ticket 7', { name: 'Acme', markets: ['HK'], credit: '500' }],
    ]);
    const funding = `partner fund --partner ${partnerId} --market HK --amount 75 --reference INV-7`;
    await waybill(funding, '--reason', 'Ticket 7');
    expect(await noted()).toEqual([
      ['wallet.top-up', partner, partnerId, 'Ticket 7', { amount: '75', currency: 'HKD', reference: 'INV-7' }],
    ]);
    await waybill(funding, '--reason', 'Ticket 7');
    await waybill(`partner events --partner ${partnerId}`);
    expect(await noted()).toEqual([]);
    await waybill(`partner alert --partner ${partnerId} --market HK --below 20`, '--reason', 'Ticket 7');
    await waybill(`partner alert --partner ${partnerId} --market HK --below 0`);
    await waybill(`partner webhook-secret --partner ${partnerId}`);
    await waybill(`partner webhook-secret --partner ${partnerId} --rotate`, '--reason', 'Ticket 7');
    await waybill(`partner events --partner ${partnerId} --choose ORDER_CREATED`, '--reason', 'Ticket 7');
    const webhook = `webhook ${partnerId}`;
    expect(await noted()).toEqual([
      ['wallet.alert', 'wallet HK', partnerId, 'Ticket 7', { below: '20' }],
      ['wallet.alert', 'wallet HK', partnerId, null, { below: null }],
      ['webhook.show-secret', webhook, partnerId, null, {}],
      ['webhook.rotate-secret', webhook, partnerId, 'Ticket 7', {}],
      ['webhook.choose', webhook, partnerId, 'Ticket 7', { choices: ['ORDER_CREATED'] }],
    ]);
    const second = await json(`partner key --partner ${partnerId} --market HK`, '--reason', 'Ticket 7');
    await waybill(`partner key --change ${apiKey} --allow 203.0.113.7`);
    for (const verb of ['suspend', 'resume', 'revoke'])
      await waybill(`partner key --${verb} ${apiKey}`, '--reason', 'Ticket 7');
    expect(await noted()).toEqual([
      ['key.create', `key ${second.apiKey}`, partnerId, 'Ticket 7', { markets: ['HK'], platforms: ['ON_DEMAND'] }],
      ['key.change', `key ${apiKey}`, partnerId, null, { sourceAddresses: ['203.0.113.7'] }],
      ['key.suspend', `key ${apiKey}`, partnerId, 'Ticket 7', {}],
      ['key.resume', `key ${apiKey}`, partnerId, 'Ticket 7', {}],
      ['key.revoke', `key ${apiKey}`, partnerId, 'Ticket 7', {}],
    ]);
  });

  test('people of the desks, and the links that they were given', async () => {
    const { partnerId } = world.partner;
    const created = await json('operator create --email ada@example.com --role admin', '--reason', 'Ticket 7');
    const user = await json(`partner user --partner ${partnerId} --email ben@example.com --role admin`);
    await waybill('partner user-link --email ben@example.com', '--reason', 'Ticket 8');
    const ada = `person ${created.personId}`;
    const ben = `person ${user.personId}`;
    expect(await noted()).toEqual([
      ['person.invite', ada, null, 'Ticket 7', { email: 'ada@example.com', role: 'admin' }],
      ['person.invite', ben, partnerId, null, { email: 'ben@example.com', role: 'admin' }],
      ['person.link', ben, partnerId, 'Ticket 8', { purpose: 'invitation' }],
    ]);
    const browser = browserAt(world, 'console');
    const given = { token: created.link.split('#')[1], password: PASSWORD };
    expect((await browser.post('/console/v1/links/use', given)).status).toBe(200);
    expect((await browser.post('/console/v1/second-factor', { password: PASSWORD })).status).toBe(201);
    await waybill('operator link --email ada@example.com --remove-second-factor', '--reason', 'Lost the phone');
    expect(await noted()).toEqual([
      ['person.remove-second-factor', ada, null, 'Lost the phone', {}],
      ['person.link', ada, null, 'Lost the phone', { purpose: 'reset' }],
    ]);
  });

  test('a driver', async () => {
    const { partnerId } = world.partner;
    const { driverId } = await json(
      'driver create --phone +85291234567 --service MOTORCYCLE --plate AB1234 --name Mei --city',
      'HK HKG',
      '--reason',
      'Ticket 7',
    );
    const photo = path.join(folder, 'mei.jpg');
    await writeFile(photo, await pictureOf());
    await waybill(`driver photo --driver ${driverId} --file ${photo}`, '--reason', 'Ticket 7');
    for (const verb of ['suspend', 'suspend', 'resume'])
      await waybill(`driver ${verb} --driver ${driverId}`, '--reason', 'Ticket 7');
    for (const verb of ['block', 'unblock'])
      await waybill(`driver ${verb} --driver ${driverId} --partner ${partnerId}`, '--reason', 'Ticket 7');
    await deliver(world, driverId);
    const paying = `driver pay --driver ${driverId} --market HK --amount 5 --reference PAY-1`;
    for (const line of [paying, paying]) await waybill(line, '--reason', 'Ticket 7');
    const driver = `driver ${driverId}`;
    expect(await noted()).toEqual([
      ['driver.create', driver, null, 'Ticket 7', {}],
      ['driver.photo', driver, null, 'Ticket 7', {}],
      ['driver.suspend', driver, null, 'Ticket 7', {}],
      ['driver.resume', driver, null, 'Ticket 7', {}],
      ['driver.keep-from', driver, partnerId, 'Ticket 7', {}],
      ['driver.allow-again', driver, partnerId, 'Ticket 7', {}],
      ['driver.pay-out', driver, null, 'Ticket 7', { amount: '5', currency: 'HKD' }],
    ]);
  });

  test('a city, a market and a price', async () => {
    const city = (...options: string[]) => waybill('dispatch city --city', 'HK HKG', ...options);
    await city();
    await city('--pause', '--pause-services', 'VAN', '--reason', 'Typhoon');
    await city('--resume', '--pause-services', 'COURIER', '--mode', 'BROADCAST');
    expect(await noted()).toEqual([
      ['city.pause', 'city HK HKG', null, 'Typhoon', {}],
      ['city.pause', 'city HK HKG', null, 'Typhoon', { service: 'VAN' }],
      ['city.resume', 'city HK HKG', null, null, {}],
      ['city.pause', 'city HK HKG', null, null, { service: 'COURIER' }],
      ['city.resume', 'city HK HKG', null, null, { service: 'VAN' }],
      ['city.mode', 'city HK HKG', null, null, { mode: 'BROADCAST' }],
    ]);
    const market = path.join(folder, 'sg.json');
    await writeFile(market, await waybill('market export SG'));
    await waybill(`market import ${market}`, '--reason', 'Ticket 7');
    await waybill('market reset SG', '--reason', 'Ticket 7');
    expect(await noted()).toEqual([
      ['market.import', 'market SG', null, 'Ticket 7', { version: 1 }],
      ['market.reset', 'market SG', null, 'Ticket 7', {}],
    ]);
    const rates = (verb: string, ...options: string[]) =>
      waybill(`rates ${verb} --service MOTORCYCLE --city`, 'HK HKG', ...options);
    const card = path.join(folder, 'card.json');
    await writeFile(card, await rates('export'));
    await rates(`draft ${card}`, '--reason', 'Ticket 7');
    await rates('publish', '--version', '1', '--reason', 'Ticket 7');
    const holdsFrom = expect.stringMatching(/^20\d\d-.*Z$/);
    expect(await noted()).toEqual([
      ['rates.draft', 'rate-card HK HKG MOTORCYCLE', null, 'Ticket 7', { version: 1 }],
      ['rates.publish', 'rate-card HK HKG MOTORCYCLE', null, 'Ticket 7', { version: 1, holdsFrom }],
    ]);
    const { partnerId } = world.partner;
    await waybill(`plus prices import --partner ${partnerId} --file examples/prices.json`, '--reason', 'Ticket 7');
    expect(await noted()).toEqual([
      ['prices.import', `partner ${partnerId}`, partnerId, 'Ticket 7', { market: 'HK', version: 1, holdsFrom }],
    ]);
  });

  test('a parcel, and a plan of its day', async () => {
    const { partnerId } = world.partner;
    const { id: driverId } = await makeDriver(world, { capabilities: ['PARCELS'], service: 'VAN' });
    const [one, other] = [(await placePlus(world)).orderId, (await placePlus(world)).orderId];
    await waybill(`plus assign --driver ${driverId} --order ${one},${other}`, '--reason', 'Ticket 7');
    await waybill(`plus take-off --order ${one} --reason`, 'The van broke down');
    await waybill(`plus tag --order ${one} --tags fragile`, '--reason', 'Ticket 7');
    await waybill(`plus cancel --order ${one}`);
    expect(await noted()).toEqual([
      ['parcel.assign', `parcel ${one}`, partnerId, 'Ticket 7', { driverId }],
      ['parcel.assign', `parcel ${other}`, partnerId, 'Ticket 7', { driverId }],
      ['parcel.take-off', `parcel ${one}`, partnerId, 'The van broke down', {}],
      ['parcel.tag', `parcel ${one}`, partnerId, 'Ticket 7', { tags: ['fragile'] }],
      ['parcel.cancel', `parcel ${one}`, partnerId, null, {}],
    ]);
    const day = '2100-01-04';
    await waybill(`plus plan --day ${day} --dry-run --city`, 'HK HKG');
    expect(await noted()).toEqual([]);
    await waybill(`plus plan --day ${day} --city`, 'HK HKG', '--reason', 'Ticket 7');
    expect(await noted()).toEqual([
      ['parcels.plan', 'city HK HKG', null, 'Ticket 7', { day, routes: 0, unplanned: 0 }],
    ]);
  });
});
