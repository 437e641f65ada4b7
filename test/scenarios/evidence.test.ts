import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceWithDriver } from '../../src/dispatch/index.ts';
import { layFoundations } from '../../src/main/foundations.ts';
import { createOrderReader } from '../../src/orders/index.ts';
import { type EvidenceBundle, exportEvidence, isEvidenceKeyCurrent, openEvidenceKey } from '../../src/proof/index.ts';
import { deliveriesOf } from '../support/deliveries.ts';
import { silentLog } from '../support/edges.ts';
import { CENTRAL, driversOf, MONG_KOK, ordersOf, TUEN_MUN } from '../support/orders.ts';
import { photo, STROKES } from '../support/pictures.ts';
import { runCommand } from '../support/program.ts';
import { createWorld, MASTER_KEY, sharedWith, type World } from '../support/world.ts';

type Changing = { -readonly [Name in keyof EvidenceBundle]: EvidenceBundle[Name] } & {
  proofs: Record<string, unknown>[];
};

let world: World;
let folder: string;
let orderId: string;
let bundle: EvidenceBundle;
let publishedKey: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-evidence-'));
  world = await createWorld();
  const deliveries = await deliveriesOf(world);
  orderId = await deliveries.pickedUp(true, [CENTRAL, MONG_KOK, TUEN_MUN, MONG_KOK]);
  await deliveries.deliver(orderId, { kind: 'photo', photo: await photo() });
  await deliveries.deliver(orderId, { kind: 'signature', strokes: STROKES });
  await deliveries.deliver(orderId, { kind: 'failure', reason: 'Nobody at home, 沒有人在家' }, { point: undefined });
  bundle = await exported();
  publishedKey = path.join(folder, 'key.json');
  await writeFile(publishedKey, (await world.send({ path: '/.well-known/waybill-evidence-key.json' })).text);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

async function exported(foundations = world.foundations, id = orderId): Promise<EvidenceBundle> {
  const { database, files, clock } = foundations;
  const { environment, publicUrl } = foundations.settings;
  const evidenceKey = await openEvidenceKey(foundations);
  const deps = { readOrder: createOrderReader(database), files, evidenceKey, environment, publicUrl };
  return exportEvidence(deps, database, id, clock.now());
}

/** Runs the example as its reader would, on a machine that knows nothing of us. */
async function verify(document: unknown, ...further: string[]): Promise<{ code: number; output: string }> {
  const file = path.join(folder, `bundle-${Math.random()}.json`);
  await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document));
  const script = path.resolve('examples/verify-evidence.mjs');
  return promisify(execFile)(process.execPath, [script, file, ...further], { cwd: folder, env: {} }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout }) => ({ code, output: stdout }),
  );
}

function changed(change: (copy: Changing) => void): EvidenceBundle {
  const copy = structuredClone(bundle) as Changing;
  change(copy);
  return copy;
}

test('a bundle says what was delivered where, when, by whom and with what proof, and no phone number', () => {
  expect(bundle).toMatchObject({
    format: 'waybill-evidence/1',
    environment: 'sandbox',
    order: { orderId, locode: 'HK HKG', service: 'MOTORCYCLE', status: 'COMPLETED', proofRequired: true },
  });
  expect(bundle.order.stops.map(({ address, outcome }) => [address, outcome])).toEqual([
    [CENTRAL.address, null],
    [MONG_KOK.address, 'DELIVERED'],
    [TUEN_MUN.address, 'SIGNED'],
    [MONG_KOK.address, 'FAILED'],
  ]);
  expect(bundle.proofs.map(({ position, kind, imageType, reason }) => [position, kind, imageType, reason])).toEqual([
    [1, 'photo', 'image/jpeg', null],
    [2, 'signature', 'image/png', null],
    [3, 'failure', null, 'Nobody at home, 沒有人在家'],
  ]);
  expect(JSON.stringify({ ...bundle, proofs: [] })).not.toContain('+852');
});

describe('the example that verifies it', () => {
  test('finds a good bundle good, also printed in another way and beside the published key', async () => {
    const { code, output } = await verify(bundle, publishedKey);
    expect(output).toContain(`ok   order ${orderId}, 3 proofs, sandbox`);
    expect(output).toContain('3. failure: Nobody at home, 沒有人在家');
    expect(output).toContain(`signed with key ${bundle.publicKey.kid}`);
    expect(code).toBe(0);
    const { signature, ...rest } = bundle;
    const turned = Object.fromEntries(Object.entries({ signature, ...rest }).reverse());
    expect((await verify(JSON.stringify(turned, null, 4))).code).toBe(0);
  });

  const SIGNATURE = 'the signature does not fit the document: something was changed, added or taken out';

  test.each<[string, (copy: Changing) => void, string]>([
    [
      'a changed byte of a picture',
      ({ proofs: [first] }) => {
        const bytes = Buffer.from(String(first?.imageBase64), 'base64');
        bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
        if (first) first.imageBase64 = bytes.toString('base64');
      },
      'the picture of proof 1 (drop-off',
    ],
    [
      'a changed reason',
      ({ proofs }) => {
        if (proofs[2]) proofs[2].reason = 'Somebody at home';
      },
      'proof 3 (drop-off',
    ],
    [
      'a changed time',
      ({ proofs }) => {
        if (proofs[1]) proofs[1].takenAt = '2026-11-16T05:00:00.000Z';
      },
      'proof 2 (drop-off',
    ],
    ['a removed proof', ({ proofs }) => void proofs.splice(1, 1), 'is not in its place'],
    ['a removed first proof', ({ proofs }) => void proofs.shift(), 'is not in its place'],
    ['a removed last proof', ({ proofs }) => void proofs.pop(), SIGNATURE],
    ['two proofs in each other’s place', ({ proofs }) => void proofs.reverse(), 'is not in its place'],
    [
      'a removed picture',
      ({ proofs }) => {
        if (proofs[0]) proofs[0].imageBase64 = null;
      },
      'is missing',
    ],
    [
      'a changed fact of the order',
      ({ order }) => {
        (order as { status: string }).status = 'CANCELED';
      },
      SIGNATURE,
    ],
  ])('finds %s', async (_name, change, fault) => {
    const { code, output } = await verify(changed(change));
    expect(output).toContain(fault);
    expect(output).toContain(SIGNATURE);
    expect(output).not.toContain('ok ');
    expect(code).toBe(1);
  });

  test('finds a bundle that somebody else has signed', async () => {
    const stranger = await createWorld();
    const deliveries = await deliveriesOf(stranger);
    const id = await deliveries.pickedUp();
    await deliveries.deliver(id, { kind: 'signature', strokes: STROKES });
    const forged = await exported(stranger.foundations, id);
    await stranger.close();
    expect((await verify(forged)).code).toBe(0);
    const { code, output } = await verify(forged, publishedKey);
    expect(output).toContain('it was signed with a key that the deployment does not publish');
    expect(code).toBe(1);
  });
});

describe('of an order that took the place of others', () => {
  const faultsOf = async (document: EvidenceBundle, change: (copy: Changing) => void) => {
    const copy = structuredClone(document) as Changing;
    change(copy);
    return (await verify(copy)).output;
  };

  test('a bundle holds the proofs of all of them, and the example checks each', async () => {
    const deliveries = await deliveriesOf(world);
    const [orders, drivers] = [await ordersOf(world), await driversOf(world)];
    const { database, clock } = world.foundations;
    const replace = (id: string) =>
      database.inTransaction((tx) => replaceWithDriver(orders, tx, { orderId: id }, clock.now()));
    const first = await deliveries.pickedUp(true, [CENTRAL, MONG_KOK, TUEN_MUN, MONG_KOK]);
    await deliveries.deliver(first, { kind: 'photo', photo: await photo() });
    await deliveries.deliver(first, { kind: 'failure', reason: 'Closed' });
    await drivers.giveBack(first);
    const { id: second } = await replace(first);
    const { id: last } = await replace(second);
    await drivers.accept(last);
    await drivers.pickUp(last);
    await deliveries.deliver(last, { kind: 'signature', strokes: STROKES });
    const whole = await exported(world.foundations, last);
    expect(whole.order).toMatchObject({ orderId: last, replaces: [first, second], status: 'COMPLETED' });
    expect(whole.proofs.map(({ orderId: of, position, kind }) => [of, position, kind])).toEqual([
      [first, 1, 'photo'],
      [first, 2, 'failure'],
      [last, 1, 'signature'],
    ]);
    const { code, output } = await verify(whole, publishedKey);
    expect(output).toContain(`ok   order ${last}, 3 proofs, sandbox`);
    expect(output).toContain(`1. photo, order ${first}, which it replaced, drop-off`);
    expect(code).toBe(0);

    expect(await faultsOf(whole, ({ proofs }) => void proofs.shift())).toContain('proof 1 (drop-off');
    expect(await faultsOf(whole, ({ proofs }) => void proofs.reverse())).toContain('is not in its place');
    expect(await faultsOf(whole, ({ proofs }) => void proofs.push(...proofs.splice(0, 2)))).toContain(
      'proof 2 (drop-off',
    );
    expect(
      await faultsOf(whole, ({ order }) => {
        (order as { replaces: readonly string[] }).replaces = [second];
      }),
    ).toContain('proof 1 (drop-off');
    expect(
      await faultsOf(whole, ({ proofs: [photographed] }) => {
        if (photographed) photographed.imageBase64 = Buffer.from('other').toString('base64');
      }),
    ).toContain('is not the one that was sealed');

    const old = await exported(world.foundations, first);
    expect([old.order.replaces, old.proofs.map(({ kind }) => kind)]).toEqual([[], ['photo', 'failure']]);
    expect((await verify(old)).code).toBe(0);
  });
});

test('a proof that was changed in the database is found by whoever gets the bundle', async () => {
  const { database } = world.foundations;
  await database.query('alter table proofs disable trigger proofs_stay_as_they_are');
  const write = (reason: string) =>
    database.query("update proofs set reason = $2 where order_id = $1 and kind = 'failure'", [orderId, reason]);
  await write('Refused');
  const { output } = await verify(await exported());
  await write('Nobody at home, 沒有人在家');
  await database.query('alter table proofs enable trigger proofs_stay_as_they_are');
  expect(output).toContain('proof 3');
  expect(output).toContain('is not what was sealed');
  expect((await verify(await exported())).code).toBe(0);
});

test('the key is published, the same in every process, and stays through a change of the master key', async () => {
  const other = await world.another();
  const { json } = await other.send({ path: '/.well-known/waybill-evidence-key.json' });
  expect(json).toEqual({ keys: [{ ...bundle.publicKey, use: 'sig', alg: 'EdDSA' }] });

  const { settings, secretBox, clock, database } = world.foundations;
  const masterKey = Buffer.alloc(32, 9);
  const keys = { masterKey, previousMasterKey: Buffer.from(MASTER_KEY, 'base64') };
  const rotated = await layFoundations({ ...settings, ...keys }, world.connection, { clock, log: silentLog });
  expect(await isEvidenceKeyCurrent(database, rotated.secretBox)).toBe(false);
  expect((await openEvidenceKey(rotated)).publicKey).toEqual(bundle.publicKey);
  expect(await isEvidenceKeyCurrent(database, rotated.secretBox)).toBe(true);
  await expect(openEvidenceKey({ ...rotated, secretBox })).rejects.toThrow('sealed with another master key');
  const backAgain = { ...settings, masterKey: keys.previousMasterKey, previousMasterKey: masterKey };
  const back = await layFoundations(backAgain, world.connection, { clock, log: silentLog });
  expect((await openEvidenceKey(back)).publicKey).toEqual(bundle.publicKey);
  await rotated.close();
  await back.close();
});

test('of many processes that make the key at once, all get the same', async () => {
  const { foundations, close } = await createWorld();
  await foundations.database.query('delete from evidence_key');
  const keys = await Promise.all(Array.from({ length: 8 }, () => openEvidenceKey(foundations)));
  expect(new Set(keys.map(({ publicKey }) => publicKey.kid)).size).toBe(1);
  await close();
});

describe('waybill evidence', () => {
  const waybill = (...args: string[]) => runCommand(args, sharedWith(world));

  test('writes a bundle that the example finds good', async () => {
    const out = path.join(folder, 'out.json');
    const { code, output } = await waybill('evidence', '--order', orderId, '--out', out);
    expect(code).toBe(0);
    expect(output).toContain(`Written to ${out}: order ${orderId}, 3 proofs.`);
    expect((await verify(await readFile(out, 'utf8'))).code).toBe(0);
    const told = await waybill('evidence', '--order', orderId, '--out', out, '--json');
    expect(JSON.parse(told.output)).toEqual({ orderId, file: out, proofs: 3, lostPictures: [] });
    const printed = await waybill('evidence', '--order', orderId);
    expect((await verify(printed.output)).code).toBe(0);
  });

  test('says what cannot be done in one line', async () => {
    const unknown = await waybill('evidence', '--order', '3141592653589793238');
    expect(unknown).toMatchObject({ code: 1, errors: 'There is no order 3141592653589793238.\n' });
    const nowhere = path.join(folder, 'none', 'out.json');
    const lost = await waybill('evidence', '--order', orderId, '--out', nowhere);
    expect(lost.code).toBe(1);
    expect(lost.errors).toMatch(/^.*none\/out\.json cannot be written: .*\n$/);
    expect((await waybill('evidence')).code).toBe(2);
    expect((await waybill('evidence', '--order', '5')).code).toBe(2);
  });
});
