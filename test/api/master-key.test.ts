import { expect, test } from 'vitest';
import { leaveAccountJobs } from '../../src/accounts/accounts-jobs.ts';
import { areFactorsCurrent } from '../../src/accounts/index.ts';
import { toBase32 } from '../../src/accounts/rules/one-time-code.ts';
import { signIn } from '../../src/drivers/index.ts';
import { HOUR_MS } from '../../src/foundation/time.ts';
import { readSettings } from '../../src/infrastructure/config/settings.ts';
import { runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { createSecretBox } from '../../src/infrastructure/secret-box.ts';
import { composeJobs } from '../../src/main/compose-worker.ts';
import { layFoundations } from '../../src/main/foundations.ts';
import { createKeyRing, rotateWebhookSecret, signingKeysOf } from '../../src/partners/index.ts';
import { leavePartnerJobs } from '../../src/partners/partners-jobs.ts';
import { deskUser, PASSWORD } from '../support/desk.ts';
import { codeFor, makeDriver } from '../support/drivers.ts';
import { silentLog } from '../support/edges.ts';
import { createWorld, MASTER_KEY } from '../support/world.ts';

test('a new master key takes over: what the previous one sealed opens, is sealed anew, and then needs the previous one no more', async () => {
  const world = await createWorld();
  const { partnerId, webhookSecret } = world.partner;
  const anew = () => rotateWebhookSecret(world.foundations, world.foundations.database, partnerId);
  const [second, newSecret] = [await anew(), await anew()];
  const person = await deskUser(world, 'portal');
  const { secret: factor } = (await person.post('/portal/v1/second-factor', { password: PASSWORD })).json.data;
  const next = Buffer.alloc(32, 9).toString('base64');
  const layWith = (keys: Record<string, string>) =>
    layFoundations(readSettings({ ...keys, WAYBILL_PORT: '0' }), world.connection, {
      clock: world.clock,
      log: silentLog,
    });

  await expect(layWith({ WAYBILL_MASTER_KEY: next })).rejects.toThrow('sealed with another master key');

  const changing = await layWith({ WAYBILL_MASTER_KEY: next, WAYBILL_MASTER_KEY_PREVIOUS: MASTER_KEY });
  const open = async (foundations: typeof changing) =>
    (await createKeyRing(foundations.database, foundations.secretBox).fresh(world.partner.apiKey))?.secret;
  expect(await open(changing)).toBe(world.partner.apiSecret);
  expect(await areFactorsCurrent(changing.database, changing.secretBox)).toBe(false);
  await changing.database.inTransaction(async (tx) => {
    await leavePartnerJobs(tx, world.clock.now());
    await leaveAccountJobs(tx, world.clock.now());
  });
  while (await runDueJob({ ...changing, handlers: composeJobs(changing) }));
  await changing.close();

  const changed = await layWith({ WAYBILL_MASTER_KEY: next });
  expect(await open(changed)).toBe(world.partner.apiSecret);
  const keys = await signingKeysOf(changed.database, changed.secretBox, [partnerId], world.clock.now());
  expect(keys.get(partnerId)?.webhookSecrets).toEqual([newSecret, second, webhookSecret]);
  const [row] = await changed.database.query<{ sealed: Buffer }>(
    'select sealed_second_factor as sealed from people where id = $1',
    [person.id],
  );
  const opened = changed.secretBox.open(row?.sealed as Buffer, `people/${person.id}`);
  expect(toBase32(Buffer.from(opened, 'base64'))).toBe(factor);
  await changed.close();
  await world.close();
});

test('a sealed secret moved to another row does not open', async () => {
  const world = await createWorld();
  const other = await world.newPartner();
  const { database, secretBox } = world.foundations;
  await database.query(
    'update api_keys set sealed_secret = (select sealed_secret from api_keys where public_key = $1) where public_key = $2',
    [other.apiKey, world.partner.apiKey],
  );
  await expect(createKeyRing(database, secretBox).fresh(world.partner.apiKey)).rejects.toThrow();
  await world.close();
});

test('a sign-in code from before the last master key is over, like any other that is too old', async () => {
  const world = await createWorld();
  const { phone } = await makeDriver(world);
  const code = await codeFor(world, phone);
  const { foundations, clock } = world;
  const secretBox = createSecretBox({ current: Buffer.alloc(32, 9) }, foundations.random);
  clock.advance(HOUR_MS);
  const attempt = { phone, code, device: 'Pixel 9', requestId: 'later' };
  await expect(signIn({ ...foundations, secretBox }, attempt, clock.now())).rejects.toMatchObject({
    code: 'ERR_UNAUTHORIZED',
  });
  await world.close();
});

test('a database belongs to one environment', async () => {
  const world = await createWorld();
  const settings = readSettings({ WAYBILL_ENVIRONMENT: 'production', WAYBILL_MASTER_KEY: MASTER_KEY });
  await expect(layFoundations(settings, world.connection, { log: silentLog })).rejects.toThrow(
    'This database belongs to the sandbox environment and WAYBILL_ENVIRONMENT is production.',
  );
  await world.close();
});
