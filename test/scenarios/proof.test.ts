import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/foundation/time.ts';
import { DOORSTEP, deliveriesOf, ON_THE_WAY_MS } from '../support/deliveries.ts';
import { startObjectStore } from '../support/object-store.ts';
import { runDueJobs } from '../support/order-records.ts';
import { driverFor } from '../support/orders.ts';
import { bomb, photo, STROKES, SVG, ZIP } from '../support/pictures.ts';
import { createWorld, type World } from '../support/world.ts';

const DAMAGED = 'The photo is damaged or was cut off. Take it again.';
const SEND_AS = 'Send it as JPEG, PNG or WebP.';

let store: Awaited<ReturnType<typeof startObjectStore>>;
beforeAll(async () => {
  store = await startObjectStore();
});
afterAll(() => store.stop());

describe.each(['disk', 's3'])('proofs whose pictures lie in: %s', (place) => {
  let world: World;
  let deliveries: Awaited<ReturnType<typeof deliveriesOf>>;
  beforeAll(async () => {
    world = await createWorld({ env: place === 's3' ? store.env : {}, partner: { limitFactor: 1_000 } });
    deliveries = await deliveriesOf(world);
  });
  afterAll(() => world.close());

  const proofsOf = (orderId: string) =>
    world.foundations.database.query('select * from proofs where order_id = $1 order by position', [orderId]);
  const stopOf = async (orderId: string, index: number) => {
    const { json } = await world.call('GET', `/v3/orders/${orderId}`);
    return json.data.stops[index];
  };
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'not refused',
      ({ faults }) => faults,
    );

  test.each(['jpeg', 'png', 'webp'] as const)(
    'a photo (%s) closes a drop-off as DELIVERED, without what the camera wrote into it',
    async (format) => {
      const orderId = await deliveries.pickedUp();
      const given = await photo(format);
      expect((await sharp(given).metadata()).exif?.length).toBeGreaterThan(0);
      const order = await deliveries.deliver(orderId, { kind: 'photo', photo: given });
      const { image = '', outcome, at } = order.delivery.stops[1]?.closing ?? {};
      expect([order.status, outcome, at]).toEqual(['PICKED_UP', 'DELIVERED', world.clock.now() - ON_THE_WAY_MS]);
      expect(image).toMatch(/^proofs\/2026\/\d\d\/[\w-]{24}\.jpg$/);
      const stored = await world.foundations.files.get(image);
      expect(stored?.contentType).toBe('image/jpeg');
      expect(stored?.bytes.includes('Secret Camera')).toBe(false);
      const { format: storedAs, width, height, exif } = await sharp(stored?.bytes).metadata();
      expect({ storedAs, width, height, exif }).toEqual({ storedAs: 'jpeg', width: 640, height: 480, exif: undefined });
      expect(await proofsOf(orderId)).toMatchObject([
        {
          position: 1,
          stop_id: order.delivery.stops[1]?.stopId,
          driver_id: driverFor(orderId),
          kind: 'photo',
          file_key: image,
          sha256: createHash('sha256')
            .update(stored?.bytes ?? '')
            .digest(),
          taken_at: new Date(world.clock.now() - ON_THE_WAY_MS),
          received_at: new Date(world.clock.now()),
          ...DOORSTEP,
          reason: null,
        },
      ]);
      expect((await stopOf(orderId, 1)).POD).toMatchObject({ status: 'DELIVERED' });
      expect((await stopOf(orderId, 2)).POD).toEqual({ status: 'PENDING' });
    },
  );

  test('a signature, drawn or as a picture, closes a drop-off as SIGNED', async () => {
    const orderId = await deliveries.pickedUp();
    const drawn = await deliveries.deliver(orderId, { kind: 'signature', strokes: STROKES });
    const picture = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#0000' } })
      .composite([{ input: { create: { width: 90, height: 4, channels: 4, background: '#00f' } } }])
      .png()
      .toBuffer();
    const both = await deliveries.deliver(orderId, { kind: 'signature', picture });
    expect(drawn.status).toBe('PICKED_UP');
    expect(both.status).toBe('COMPLETED');
    for (const { closing } of both.delivery.stops.slice(1)) {
      expect(closing?.outcome).toBe('SIGNED');
      const file = await world.foundations.files.get(closing?.image ?? '');
      expect(file?.contentType).toBe('image/png');
      const { format, exif } = await sharp(file?.bytes).metadata();
      const { channels } = await sharp(file?.bytes).stats();
      expect([format, exif, channels[0]?.max]).toEqual(['png', undefined, 255]);
      expect(channels[0]?.min).toBeLessThan(100);
    }
    expect((await proofsOf(orderId)).map(({ kind }) => kind)).toEqual(['signature', 'signature']);
  });

  test('a reason closes a drop-off as FAILED, without a picture; the device may not know where it is', async () => {
    const orderId = await deliveries.pickedUp();
    const reason = 'Nobody at home, 沒有人在家 🚪';
    await deliveries.deliver(orderId, { kind: 'failure', reason: ` ${reason} ` }, { point: undefined });
    expect(await proofsOf(orderId)).toMatchObject([
      { kind: 'failure', reason, file_key: null, sha256: null, lat: null, lng: null },
    ]);
    expect((await stopOf(orderId, 1)).POD).toEqual({ status: 'FAILED', reason });
  });

  test("the driver's word is enough where no proof was asked for, and is recorded too", async () => {
    const free = await deliveries.pickedUp(false);
    await deliveries.deliver(free, { kind: 'statement' });
    expect(await proofsOf(free)).toMatchObject([{ kind: 'statement', file_key: null, ...DOORSTEP }]);
    const strict = await deliveries.pickedUp();
    expect(await refusal(deliveries.deliver(strict, { kind: 'statement' }))).toMatchObject([
      { code: 'ERR_MISSING_FIELD' },
    ]);
    expect(await proofsOf(strict)).toEqual([]);
  });

  test('drop-offs are closed in any order; each proof is sealed onto the one before', async () => {
    const orderId = await deliveries.pickedUp();
    const { stopId } = await stopOf(orderId, 2);
    await deliveries.deliver(orderId, { kind: 'failure', reason: 'closed' }, { stopId });
    const done = await deliveries.deliver(orderId, { kind: 'photo', photo: await photo() });
    expect(done.status).toBe('COMPLETED');
    const [first, second] = await proofsOf(orderId);
    expect([first?.stop_id, second?.stop_id]).toEqual([stopId, done.delivery.stops[1]?.stopId]);
    expect([first?.position, second?.position]).toEqual([1, 2]);
  });

  describe('are refused, with a sentence and a pointer', () => {
    let pictures: Record<string, Buffer>;
    beforeAll(async () => {
      const whole = await photo();
      pictures = {
        'bomb of 200 megapixels': bomb(16_000, 12_500),
        'bomb of 4 gigapixels': bomb(65_535, 65_535),
        'cut in half': whole.subarray(0, whole.length / 2),
        'cut after its header': whole.subarray(0, 30),
        'PNG of too few pixels': bomb(1_000, 1_000),
        'ZIP named .jpg': ZIP,
        SVG,
        GIF: await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
          .gif()
          .toBuffer(),
        text: Buffer.from('not a picture at all'),
        nothing: Buffer.alloc(0),
        '10 MB and a byte': Buffer.concat([whole, Buffer.alloc(10 * 1024 * 1024 + 1 - whole.length)]),
      };
    });

    test.each([
      ['bomb of 200 megapixels', 'The photo has 16000 × 12500 pixels; it must not have more than 51 megapixels.'],
      ['bomb of 4 gigapixels', 'The photo has 65535 × 65535 pixels; it must not have more than 51 megapixels.'],
      ['cut in half', DAMAGED],
      ['cut after its header', DAMAGED],
      ['PNG of too few pixels', DAMAGED],
      ['ZIP named .jpg', `The photo is of type ZIP. ${SEND_AS}`],
      ['SVG', `The photo is of type SVG. ${SEND_AS}`],
      ['GIF', `The photo is of type GIF. ${SEND_AS}`],
      ['text', `The photo is not a picture that can be read. ${SEND_AS}`],
      ['nothing', 'The photo is empty.'],
      ['10 MB and a byte', 'The photo must not be larger than 10 MB.'],
    ])('%s', async (name, sentence) => {
      const jobs = () => world.foundations.database.query("select * from jobs where kind = 'proof.sweep'");
      const before = await jobs();
      expect(await refusal(deliveries.prepare({ kind: 'photo', photo: pictures[name] as Buffer }))).toEqual([
        { code: 'ERR_INVALID_FIELD', sentence, pointer: '/data/photo' },
      ]);
      expect(await jobs()).toEqual(before);
    });

    test('a signature that is no PNG, is blank, or has no strokes', async () => {
      const paper = await sharp({ create: { width: 99, height: 99, channels: 3, background: '#fff' } })
        .png()
        .toBuffer();
      const blank = {
        code: 'ERR_INVALID_FIELD',
        sentence: 'Nothing is written in the signature.',
        pointer: '/data/signature',
      };
      expect(await refusal(deliveries.prepare({ kind: 'signature', picture: paper }))).toEqual([blank]);
      expect(await refusal(deliveries.prepare({ kind: 'signature', strokes: [[[1, 1]]] }))).toEqual([blank]);
      for (const given of [{ picture: await photo() }, { picture: SVG }, { strokes: 'M 0 0' }]) {
        expect(await refusal(deliveries.prepare({ kind: 'signature', ...given }))).toMatchObject([
          { code: 'ERR_INVALID_FIELD', pointer: '/data/signature' },
        ]);
      }
    });

    test('a failure without a reason', async () => {
      expect(await refusal(deliveries.prepare({ kind: 'failure', reason: ' ' }))).toEqual([
        { code: 'ERR_MISSING_FIELD', sentence: 'A failed drop-off needs a reason.', pointer: '/data/reason' },
      ]);
    });

    test('the order of another driver, an unknown order, and a drop-off that is closed', async () => {
      const orderId = await deliveries.pickedUp();
      const evidence = await deliveries.prepare({ kind: 'failure', reason: 'closed' });
      const close = (how: object, id = orderId) => refusal(deliveries.close(id, evidence, how));
      expect(await close({ driverId: '7002' })).toMatchObject([{ code: 'ERR_ORDER_NOT_FOUND' }]);
      expect(await close({}, '3141592653589793238')).toMatchObject([{ code: 'ERR_ORDER_NOT_FOUND' }]);
      expect(await close({}, 'x')).toMatchObject([{ code: 'ERR_ORDER_NOT_FOUND' }]);
      expect(await close({ stopId: (await stopOf(orderId, 0)).stopId })).toMatchObject([{ code: 'ERR_INVALID_FIELD' }]);
      const { stopId } = await stopOf(orderId, 1);
      expect(await close({ stopId })).toBe('not refused');
      expect(await close({ stopId })).toMatchObject([{ code: 'ERR_INVALID_ORDER_STATUS' }]);
      expect(await close({})).toBe('not refused');
      expect(await close({})).toMatchObject([{ code: 'ERR_INVALID_ORDER_STATUS' }]);
      expect(await proofsOf(orderId)).toHaveLength(2);
    });
  });

  test('of ten calls that close one drop-off at once, one does, and the others leave no proof', async () => {
    const orderId = await deliveries.pickedUp();
    const { stopId } = await stopOf(orderId, 1);
    const evidence = await Promise.all(
      Array.from({ length: 10 }, () => deliveries.prepare({ kind: 'signature', strokes: STROKES })),
    );
    const outcomes = await Promise.all(evidence.map((one) => refusal(deliveries.close(orderId, one, { stopId }))));
    expect(outcomes.filter((outcome) => outcome === 'not refused')).toHaveLength(1);
    expect(await proofsOf(orderId)).toHaveLength(1);
  });

  test('a picture that no proof names is removed a day later, the others stay', async () => {
    const { files } = world.foundations;
    const orderId = await deliveries.pickedUp();
    const { image: lost = '' } = await deliveries.prepare({ kind: 'signature', strokes: STROKES });
    const order = await deliveries.deliver(orderId, { kind: 'signature', strokes: STROKES });
    const kept = order.delivery.stops[1]?.closing?.image ?? '';
    world.clock.advance(DAY_MS - ON_THE_WAY_MS - 1);
    await runDueJobs(world.foundations);
    expect(await files.get(lost)).toBeDefined();
    world.clock.advance(ON_THE_WAY_MS + 1);
    await runDueJobs(world.foundations);
    expect(await files.get(lost)).toBeUndefined();
    expect(await files.get(kept)).toBeDefined();
    expect(await world.foundations.database.query("select * from jobs where kind = 'proof.sweep'")).toEqual([]);
  });

  test('a proof cannot be changed or taken out, whoever is at the database', async () => {
    const { database } = world.foundations;
    await deliveries.deliver(await deliveries.pickedUp(), { kind: 'signature', strokes: STROKES });
    for (const statement of ["update proofs set reason = 'x'", 'delete from proofs', 'truncate proofs']) {
      await expect(database.query(statement)).rejects.toThrow('proofs takes new rows only');
    }
  });
});
