import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { erasePerson } from '../../src/privacy/index.ts';
import { photo } from '../support/pictures.ts';
import { runCommand, saidBy } from '../support/program.ts';
import { createWorld, sharedWith, type World } from '../support/world.ts';

let world: World;
let first: unknown;
beforeAll(async () => {
  world = await createWorld();
  const can = ['--language', 'en_HK,zh_HK', '--can', 'loading,HELPERS_1,THERMAL_BAG_1'];
  first = await json(...create('+85256847123', ...can));
});
afterAll(() => world.close());

const waybill = (...args: string[]) => runCommand(args, sharedWith(world));
const json = async (...args: string[]) => JSON.parse(await saidBy(waybill(...args, '--json')));
const ADA = ['--name', 'Ada', '--plate', 'AB 1234', '--city', 'hk hkg', '--service', 'motorcycle'];
const create = (phone: string, ...further: string[]) => ['driver', 'create', ...ADA, '--phone', phone, ...further];

test('driver create prints number, phone and, in the sandbox, a code to sign in with', async () => {
  expect(first).toEqual({
    driverId: '100001',
    phone: '+85256847123',
    signInCode: expect.stringMatching(/^\d{6}$/),
  });
  expect(await json('driver', 'list', '--city', 'HK HKG', '--before', '100002')).toEqual([
    {
      driverId: '100001',
      name: 'Ada',
      phone: '+85256847123',
      plate: 'AB 1234',
      service: 'MOTORCYCLE',
      city: 'HK HKG',
      languages: ['en_HK', 'zh_HK'],
      capabilities: ['LOADING', 'HELPERS_1', 'THERMAL_BAG_1'],
      status: 'active',
      isErased: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.00Z$/),
    },
  ]);
  expect(await json('driver', 'list', '--before', '100001')).toEqual([]);
});

test('without --json the same is said for people', async () => {
  const { code, output } = await waybill(...create('+85256847124'));
  expect(code).toBe(0);
  expect(output).toMatch(
    /^Driver {8}Ada \(\d{6}\), MOTORCYCLE in HK HKG\nSign-in code {2}\d{6} {2}\(for ten minutes\)\n$/,
  );
  const listed = await waybill('driver', 'list');
  expect(listed.output).toContain('Ada  +85256847124  AB 1234  MOTORCYCLE  HK HKG  active\n');
  const none = await waybill('driver', 'list', '--city', 'SG SIN');
  expect(none.output).toBe('No drivers in SG SIN. Create one: waybill driver create --help\n');
  const mistyped = await waybill('driver', 'list', '--city', 'Hong Kong');
  expect(mistyped).toEqual({ code: 1, output: '', errors: 'There is no city Hong Kong. Write it as "HK HKG".\n' });
  expect((await waybill('driver', 'list', '--before', '1')).output).toBe('No drivers before 1.\n');
  const first = '1000000000000000000';
  expect((await waybill('partner', 'list', '--before', first)).output).toBe(`No partners before ${first}.\n`);
});

test('a driver is suspended and resumed, and kept from a partner’s orders and let have them again', async () => {
  const { driverId } = await json(...create('+85256847125'));
  const { partnerId } = await json('partner', 'create', '--name', 'Acme', '--market', 'HK');
  expect(await json('driver', 'suspend', '--driver', driverId)).toEqual({ driverId, status: 'suspended' });
  expect(await waybill('driver', 'resume', '--driver', driverId)).toMatchObject({
    code: 0,
    output: `Ada (${driverId}) is active.\n`,
  });
  const pair = ['--driver', driverId, '--partner', partnerId];
  expect(await json('driver', 'block', ...pair)).toEqual({ driverId, partnerId, blocked: true });
  expect(await waybill('driver', 'unblock', ...pair)).toMatchObject({
    code: 0,
    output: `Ada (${driverId}) can have orders of partner ${partnerId}.\n`,
  });
});

const NOBODY = '1571354659422392320';
test('a driver gets a photo, and none once erased: then nothing is kept, and it is said', async () => {
  const phone = '+85256847155';
  const { driverId } = await json(...create(phone));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-photo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'ada.jpg');
  await writeFile(file, await photo());
  const set = () => waybill('driver', 'photo', '--driver', driverId, '--file', file);
  expect(await saidBy(set())).toBe(`Driver ${driverId} has a new photo.\n`);
  const asked = { by: undefined, reason: 'A letter' };
  await erasePerson(world.foundations, { phone }, asked, world.clock.now());
  expect(await set()).toMatchObject({ code: 1, errors: `What was known of driver ${driverId} is erased for good.\n` });
});

test.each([
  [create('+85256847123'), 1, 'Another driver has this phone already.'],
  [create('+6591234567'), 1, 'The phone must be a number of Hong Kong'],
  [create('+85256847199', '--city', 'XX XXX'), 1, 'There is no city XX XXX.'],
  [create('+85256847199', '--city', 'Hong Kong'), 1, 'There is no city Hong Kong.'],
  [
    create('+85256847199', '--city', 'Hong Kong', '--service', 'rocket'),
    1,
    '"HK HKG". No city has a service ROCKET.\n',
  ],
  [create('+85256847199', '--can', 'FLYING'), 1, 'No special request asks for FLYING.'],
  [['driver', 'create', '--name', 'Ada'], 2, '--phone'],
  [['driver', 'list', '--before', 'abc'], 2, 'It must be the number of a driver.'],
  [['driver', 'suspend', '--driver', '5'], 1, 'There is no driver 5. See: waybill driver list'],
  [['driver', 'block', '--driver', '100001', '--partner', NOBODY], 1, `There is no partner ${NOBODY}.`],
  [['driver', 'unblock', '--driver', '100001', '--partner', '12'], 2, '19 digits'],
])('%j is refused with exit code %d and a clear line', async (args, code, line) => {
  const result = await waybill(...args);
  expect([result.code, result.output]).toEqual([code, '']);
  expect(result.errors).toContain(line);
});

test('every command has help', async () => {
  for (const command of ['create', 'list', 'suspend', 'resume', 'block', 'unblock']) {
    const { code, output } = await waybill('driver', command, '--help');
    expect([code, output]).toEqual([0, expect.stringContaining(`Usage: waybill driver ${command}`)]);
  }
});

test('in production a code is never printed, and a phone must exist', async () => {
  const production = await createWorld({ env: { WAYBILL_ENVIRONMENT: 'production' } });
  onTestFinished(() => production.close());
  const env = sharedWith(production);
  const unreal = await runCommand(create('+85211111111', '--json'), env);
  expect([unreal.code, unreal.errors]).toEqual([1, 'The phone is not a valid number of Hong Kong.\n']);
  const created = await runCommand(create('+85291234567', '--json'), env);
  expect([created.code, created.errors]).toEqual([0, '']);
  expect(JSON.parse(created.output)).toEqual({ driverId: '100001', phone: '+85291234567' });
});
