import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliver } from '../support/billing.ts';
import { driverOf } from '../support/driver-client.ts';
import { runCommand, saidBy } from '../support/program.ts';
import { createWorld, sharedWith, type World } from '../support/world.ts';

let world: World;
let folder: string;
let parcel: { orderId: string; distance: { value: string } };
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-billing-'));
  world = await createWorld({ partner: { platforms: ['PLUS'], name: 'Acme' } });
  world.clock.set(Date.UTC(2025, 2, 31, 15, 59, 59));
  const quotation = { item: { weight: '2.5' } };
  parcel = await deliver(world, await driverOf(world), { quotation, parcel: { clientRef: '=1+1' } });
  await said('prices', 'import', ...mine(), '--file', 'examples/prices.json', ...SINCE_JANUARY);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const waybill = (...args: string[]) => runCommand(['plus', ...args], sharedWith(world));
const said = (...args: string[]) => saidBy(waybill(...args));
const SINCE_JANUARY = ['--from', '2025-01-01T00:00:00+08:00'];
const inFolder = (name: string) => path.join(folder, name);
const mine = () => ['--partner', world.partner.partnerId];
const march = (format: string, out: string) => [
  ...['statement', ...mine(), '--market', 'hk', '--month', '2025-03', '--format', format, '--out', out],
];

describe('billing a client from the shell', () => {
  test('a first list is imported, also for the past, and later ones hold from now on or from a time to come', async () => {
    const { partnerId } = await world.newPartner({ platforms: ['PLUS'], name: 'Beta' });
    const theirs = ['--partner', partnerId];
    const importing = ['prices', 'import', ...theirs, '--file', 'examples/prices.json'];
    expect(await said('prices', 'show', ...theirs)).toBe(
      `No price lists yet. Import one: waybill plus prices import --partner ${partnerId} --file prices.json\n`,
    );
    expect(await said(...importing, ...SINCE_JANUARY)).toBe(
      "Version 1 of Beta's price list in HK holds from 2024-12-31T16:00:00.00Z on.\n",
    );
    expect(await said('prices', 'show', ...theirs)).toBe(
      [
        'HK  version 1 holds from 2024-12-31T16:00:00.00Z on',
        '  HK HKG      20 a parcel, 1.25 a km, 0.8 a kg',
        '  all cities  24 a parcel, 1.5 a km, 0.8 a kg\n',
      ].join('\n'),
    );
    const again = await waybill(...importing, ...SINCE_JANUARY);
    expect([again.code, again.output]).toEqual([1, '']);
    expect(again.errors).toMatch(/^There is a price list for HK already, .*, not from 2024-12-31T16:00:00\.00Z\.\n$/);
    expect(JSON.parse(await said(...importing, '--json'))).toEqual({
      partnerId,
      market: 'HK',
      version: 2,
      holdsFrom: expect.stringMatching(/^20\d\d-/),
    });
    await said(...importing, '--from', '2099-01-01T00:00:00Z');
    const shown = JSON.parse(await said('prices', 'show', ...theirs, '--json'));
    expect(shown.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
    expect(shown[0]).toEqual({
      partnerId,
      market: 'HK',
      version: 3,
      holdsFrom: '2099-01-01T00:00:00.00Z',
      document: JSON.parse(await readFile('examples/prices.json', 'utf8')),
    });
  });

  test('a statement says what is unpriced', async () => {
    const unpriced = await world.newPartner({ platforms: ['PLUS'] });
    await deliver(world, await driverOf(world), { as: unpriced });
    const statement = march('csv', inFolder('unpriced.csv'));
    expect(await said(...statement, '--partner', unpriced.partnerId)).toBe(
      `Written to ${inFolder('unpriced.csv')}: 1 parcel, 0 HKD. UNPRICED: 1 parcel has no price and is not in the total.\n`,
    );
  });

  test('a statement is written into a file or printed, as CSV whose fields start no formula', async () => {
    const meters = Number(parcel.distance.value);
    const total = Math.round(20 + meters * 0.00125 + 2);
    expect(await said(...march('csv', inFolder('march.csv')))).toBe(
      `Written to ${inFolder('march.csv')}: 1 parcel, ${total} HKD.\n`,
    );
    const text = await readFile(inFolder('march.csv'), 'utf8');
    expect(text.split('\r\n')).toEqual([
      expect.stringMatching(/^\uFEFFline,/),
      `1,2025-03-31 23:59:59,${parcel.orderId},'=1+1,Hong Kong,${meters / 1000},2.5,20,${meters * 0.00125},2,${total},HKD,`,
      `TOTAL,,,,,${meters / 1000},2.5,,,,${total},HKD,1 parcel.`,
      '',
    ]);
    expect(await said(...march('csv', '-'))).toBe(text);
    expect(await said(...march('csv', '-'), '--decimal', 'comma')).toContain(
      `;Hong Kong;${String(meters / 1000).replace('.', ',')};2,5;20;`,
    );
  });

  test('or as PDF', async () => {
    const told = JSON.parse(await said(...march('pdf', inFolder('march.pdf')), '--json'));
    expect(told).toEqual({
      partnerId: world.partner.partnerId,
      market: 'HK',
      month: '2025-03',
      file: inFolder('march.pdf'),
      parcels: 1,
      total: expect.stringMatching(/^\d+$/),
      currency: 'HKD',
      isFinal: true,
    });
    const pdf = await readFile(inFolder('march.pdf'));
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.subarray(-6).toString()).toContain('%%EOF');
  });
});

describe('what cannot be done is refused with one clear line', () => {
  const STATEMENT = [
    'statement',
    '--partner',
    '1234567890123456789',
    '--market',
    'HK',
    '--format',
    'csv',
    '--out',
    '-',
  ];
  test.each([
    [['prices', 'import', '--partner', '1234567890123456789'], 2, '--file'],
    [['prices', 'import', '--partner', 'Acme', '--file', 'x'], 2, 'It must be the 19 digits of a partner id.'],
    [['prices', 'import', '--partner', '1234567890123456789', '--file', '/nowhere'], 1, '/nowhere cannot be read'],
    [['prices', 'show', '--partner', '1234567890123456789'], 1, 'There is no partner 1234567890123456789.'],
    [STATEMENT, 2, '--month'],
    [[...STATEMENT, '--month', '2025-13'], 2, 'It must be a month such as 2026-11.'],
    [[...STATEMENT, '--month', '2025-03', '--format', 'xls'], 2, 'Allowed choices are csv, pdf.'],
    [[...STATEMENT, '--month', '2025-03', '--decimal', 'semicolon'], 2, 'Allowed choices are point, comma.'],
    [
      [...STATEMENT, '--month', '2025-03', '--format', 'pdf', '--decimal', 'comma'],
      2,
      '--decimal is for --format csv.',
    ],
    [[...STATEMENT, '--month', '2025-03', '--json'], 2, 'Say --json or --out -, not both.'],
    [[...STATEMENT, '--month', '2025-03'], 1, 'There is no partner 1234567890123456789.'],
  ])('%j', async (args, code, line) => {
    const result = await waybill(...args);
    expect([result.code, result.output]).toEqual([code, '']);
    expect(result.errors).toContain(line);
  });

  test.each([
    ['{', 'is not valid JSON'],
    ['{"market":"JP","allCities":{"perParcel":"1","perKm":"0","perKg":"0"}}', '/market must be one of HK, ID, PH, SG'],
    ['{"market":"HK"}', 'must have prices in allCities, in cities, or in both'],
    [
      '{"market":"HK","cities":{"SG SIN":{"perParcel":"1","perKm":"0","perKg":"0"}}}',
      '/cities/SG SIN must be one of HK',
    ],
  ])('a list %s', async (text, line) => {
    await writeFile(inFolder('faulty.json'), text);
    const { code, errors } = await waybill('prices', 'import', ...mine(), '--file', inFolder('faulty.json'));
    expect([code, errors]).toEqual([1, expect.stringContaining(line)]);
  });

  test.each([
    [['--month', '2099-01'], '2099-01 has not begun yet.'],
    [['--market', 'JP'], 'There are no parcels in market JP. It must be one of HK, ID'],
    [['--out', '/nowhere/march.csv'], '/nowhere/march.csv cannot be written'],
  ])('a statement with %j', async (further, line) => {
    const { code, output, errors } = await waybill(...march('csv', '-'), ...further);
    expect([code, output, errors]).toEqual([1, '', expect.stringContaining(line)]);
  });

  test('each has help', async () => {
    for (const command of ['prices import', 'prices show', 'statement']) {
      expect(await said(...command.split(' '), '--help')).toContain(`Usage: waybill plus ${command}`);
    }
  });
});
