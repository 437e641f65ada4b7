import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/foundation/time.ts';
import { partnerDeps } from '../../src/main/make-partner.ts';
import { changeKeyStatus, issueKey } from '../../src/partners/index.ts';
import { type DeskUser, deskUser } from '../support/desk.ts';
import { createWorld, type World } from '../support/world.ts';

const PATH = '/portal/v1/signature';
let world: World;
let developer: DeskUser;
beforeAll(async () => {
  world = await createWorld();
  developer = await deskUser(world, 'portal', { role: 'developer' });
});
afterAll(() => world.close());

type Finding = { name: string; value: string; tone: string; remark: string | null };

/** What is said of what was pasted; each part with its mark and its remark. */
async function paste(pasted: string, by: DeskUser = developer) {
  const { status, json, text } = await by.post(PATH, { request: pasted });
  const { verdict, findings = [], text: signed } = json.data ?? {};
  const parts = (findings as Finding[]).map(({ name, value, tone, remark }) => [
    name,
    `${value} (${tone}) ${remark ?? ''}`.trim(),
  ]);
  return {
    status,
    text,
    signed,
    headline: verdict?.headline,
    verdict: verdict?.sentence,
    fault: json.errors?.[0],
    parts: Object.fromEntries(parts) as Record<string, string>,
  };
}

type Shown = {
  method?: string;
  path?: string;
  body?: string;
  signed?: string;
  secret?: string;
  key?: string;
  timestamp?: number | string;
  market?: string;
  headers?: string;
};

const COMPACT = '{"data":{"serviceType":"VAN"}}';
const SPACED = '{"data": {"serviceType": "VAN"}}';

/** A raw request; `signed` is the text that was signed in the place of the right one. */
function raw(given: Shown = {}): string {
  const { method = 'POST', path = '/v3/quotations', body = method === 'GET' ? '' : COMPACT } = given;
  const timestamp = given.timestamp ?? world.clock.now();
  const text = given.signed ?? `${timestamp}\r\n${method}\r\n${path.split('?')[0]}\r\n\r\n${body}`;
  const signature = createHmac('sha256', given.secret ?? world.partner.apiSecret)
    .update(text)
    .digest('hex');
  const token = `hmac ${given.key ?? world.partner.apiKey}:${timestamp}:${signature}`;
  return `${method} ${path} HTTP/1.1\nAuthorization: ${token}\nMarket: ${given.market ?? 'HK'}\n${given.headers ?? ''}\n${body}`;
}

describe('a request that is right', () => {
  test('would be accepted, and is taken apart', async () => {
    const { status, headline, parts, signed } = await paste(raw({ headers: 'Request-ID: abc\n' }));
    expect([status, headline]).toEqual([200, 'This request would be accepted']);
    expect(Object.keys(parts)).toEqual([
      'Call',
      'API key',
      'Timestamp',
      'Signature',
      'Market',
      'Platform',
      'Request-ID',
      'Body',
    ]);
    expect(parts.Call).toBe('POST /v3/quotations (good)');
    expect(parts['API key']).toContain('one of yours and active');
    expect(parts.Body).toBe('30 bytes, JSON (good)');
    expect(signed).toBe(`${world.clock.now()}\r\nPOST\r\n/v3/quotations\r\n\r\n${COMPACT}`);
  });

  test('is judged as the front door judges it: with its query or without, by GET with an unsigned body', async () => {
    const at = world.clock.now();
    for (const shown of [
      raw({ method: 'GET', path: '/v3/orders?limit=1' }),
      raw({ method: 'GET', path: '/v3/orders?limit=1', signed: `${at}\r\nGET\r\n/v3/orders?limit=1\r\n\r\n` }),
      raw({ method: 'GET', path: '/v3/cities', body: '{}', signed: `${at}\r\nGET\r\n/v3/cities\r\n\r\n` }),
      raw({ method: 'DELETE', path: '/v3/orders/1', body: '{}', signed: `${at}\r\nDELETE\r\n/v3/orders/1\r\n\r\n` }),
    ])
      expect((await paste(shown)).headline).toBe('This request would be accepted');
  });

  test('whose body has line breaks is right with either kind, since a field makes them all alike', async () => {
    const body = '{\n  "data": {}\n}';
    const at = world.clock.now();
    for (const bytes of [body, body.replaceAll('\n', '\r\n'), `${body}\n`]) {
      const signed = `${at}\r\nPOST\r\n/v3/quotations\r\n\r\n${bytes}`;
      expect((await paste(`${raw({ body, signed })}\n`)).headline).toBe('This request would be accepted');
    }
  });

  test('but old is told both: the signature is right, and the time is over', async () => {
    const { headline, verdict, parts } = await paste(raw({ timestamp: world.clock.now() - HOUR_MS }));
    expect(headline).toBe('The signature is right, the time is not');
    expect(verdict).toBe(
      "The timestamp is 3600 seconds behind our clock; 300 are allowed. Set your machine's clock, and sign each call when it is sent.",
    );
    expect(parts.Timestamp).toContain('60 minutes ago');
    expect(parts.Signature).toContain('(good)');
  });
});

describe('each mistake is told', () => {
  const at = () => String(world.clock.now());
  const post = (body: string, change: (text: string) => string): Shown => ({
    body,
    signed: change(`${at()}\r\nPOST\r\n/v3/quotations\r\n\r\n${body}`),
  });

  test.each<[sentence: string, shown: () => Shown]>([
    ['LF line endings', () => post(COMPACT, (text) => text.replaceAll('\r\n', '\n'))],
    ['spelled out', () => post(COMPACT, (text) => text.replaceAll('\r\n', '\\r\\n'))],
    ['only one line ending', () => post(COMPACT, (text) => text.replace('\r\n\r\n', '\r\n'))],
    [
      'no empty line after the path',
      () => ({ method: 'GET', path: '/v3/cities', signed: `${at()}\r\nGET\r\n/v3/cities` }),
    ],
    ['the compact form', () => post(SPACED, (text) => text.replace(SPACED, COMPACT))],
    [
      'indented by 2',
      () => post(COMPACT, (text) => text.replace(COMPACT, JSON.stringify(JSON.parse(COMPACT), null, 2))),
    ],
    [
      'indented by 4',
      () => post(COMPACT, (text) => text.replace(COMPACT, JSON.stringify(JSON.parse(COMPACT), null, 4))),
    ],
    ['The body is not part', () => post(COMPACT, (text) => text.replace(COMPACT, ''))],
    [
      'has a body, "{}"',
      () => ({ method: 'GET', path: '/v3/cities', signed: `${at()}\r\nGET\r\n/v3/cities\r\n\r\n{}` }),
    ],
    ['no version', () => post(COMPACT, (text) => text.replace('/v3', ''))],
    ['ends with a slash', () => post(COMPACT, (text) => text.replace('quotations', 'quotations/'))],
    ['no leading slash', () => post(COMPACT, (text) => text.replace('/v3', 'v3'))],
    ['in lower case', () => post(COMPACT, (text) => text.replace('POST', 'post'))],
    ['The signed method is PUT', () => post(COMPACT, (text) => text.replace('POST', 'PUT'))],
    ['The signed timestamp is in seconds', () => post(COMPACT, (text) => text.replace(/\d{3}\r/, '\r'))],
    ['signed with the API key', () => ({ secret: world.partner.apiKey })],
    ['signed with the webhook secret', () => ({ secret: world.partner.webhookSecret })],
    ['ends with a line break', () => ({ secret: `${world.partner.apiSecret}\n` })],
    ['The signature does not match', () => ({ secret: 'another' })],
    ['is not one of yours', () => ({ key: 'pk_test_nobody' })],
    ['is not one of yours', () => ({ key: 'pk_prod_somebody' })],
    ['three parts with colons', () => ({ key: 'a:b' })],
    ['is not served', () => ({ market: 'XX' })],
    ['is not for the market TW', () => ({ market: 'TW' })],
    ['not for scheduled deliveries', () => ({ headers: 'Platform: PLUS\n' })],
    ['must be PLUS or absent', () => ({ headers: 'Platform: ROCKET\n' })],
    ['no call with the path /v3/quotation', () => ({ path: '/v3/quotation' })],
    ['This path answers to POST, not to PUT', () => ({ method: 'PUT' })],
    ['the field "data"', () => ({ body: '{}' })],
    ['must be valid JSON', () => ({ body: '{"data":' })],
  ])('%s', async (sentence, shown) => {
    const { status, headline, verdict } = await paste(raw(shown()));
    expect([status, headline]).toEqual([200, 'This request would be refused']);
    expect(verdict).toContain(sentence);
  });

  test('a timestamp in seconds', async () => {
    const { verdict } = await paste(raw({ timestamp: Math.floor(world.clock.now() / 1000) }));
    expect(verdict).toContain('The timestamp is in seconds. It must be in milliseconds.');
  });

  test('the secret of another key, and a key that is suspended', async () => {
    const partner = await world.newPartner();
    const { database } = world.foundations;
    const next = await database.inTransaction((tx) =>
      issueKey(partnerDeps(world.foundations, []), tx, partner.partnerId, {}),
    );
    const its = await deskUser(world, 'portal', { partner });
    expect((await paste(raw({ key: next.apiKey, secret: partner.apiSecret }), its)).verdict).toBe(
      `The request is signed with the secret of another of your keys, ${partner.apiKey}.`,
    );
    await changeKeyStatus(database, next.apiKey, 'suspended');
    const { verdict, parts } = await paste(raw({ key: next.apiKey, secret: next.apiSecret }), its);
    expect(verdict).toContain('This API key is suspended.');
    expect(parts['API key']).toContain('one of yours and suspended');
  });

  test('of a key of another partner nothing is learned: it is as unknown as one that nobody has', async () => {
    const other = await world.newPartner({ markets: ['SG'] });
    await changeKeyStatus(world.foundations.database, other.apiKey, 'suspended');
    for (const secret of [other.apiSecret, 'another']) {
      const { verdict, parts, text } = await paste(raw({ key: other.apiKey, secret }));
      expect(verdict).toBe(`The API key ${other.apiKey} is not one of yours, or was revoked.`);
      expect(parts['API key']).toContain('not one of yours, or was revoked. By its name it is a sandbox key.');
      expect(text).not.toMatch(/suspended|SG/);
    }
  });

  test('who has only the name of an own key learns neither its state nor what it is for', async () => {
    const partner = await world.newPartner({ markets: ['SG'] });
    await changeKeyStatus(world.foundations.database, partner.apiKey, 'suspended');
    const its = await deskUser(world, 'portal', { partner });
    const { parts, text } = await paste(raw({ key: partner.apiKey, secret: 'another' }), its);
    expect(parts['API key']).toContain('It is one of yours. By its name it is a sandbox key.');
    expect(text).not.toMatch(/suspended|SG/);
  });

  test('an old timestamp hides no other mistake', async () => {
    const { verdict, parts } = await paste(raw({ timestamp: 1_700_000_000_000, secret: world.partner.webhookSecret }));
    expect(verdict).toContain('signed with the webhook secret');
    expect(parts.Timestamp).toContain('behind our clock');
  });

  test('neither the right signature nor a secret is ever shown', async () => {
    const right = /:([0-9a-f]{64})\n/.exec(raw())?.[1] as string;
    const { text } = await paste(raw({ secret: 'another' }));
    for (const hidden of [right, world.partner.apiSecret, world.partner.webhookSecret])
      expect(text).not.toContain(hidden);
  });
});

describe('what cannot be read', () => {
  test.each([
    ['nothing', '', 'There is nothing here yet.'],
    ['prose', 'It does not work', 'This does not read as a request.'],
    ['bytes', 'GET /v3\0/', 'must not contain the character U+0000'],
    ['a variable', 'curl -H "Authorization: hmac $KEY:1:2" https://x/', 'the shell variable $KEY'],
    ['a file', 'curl -d @order.json https://x/', 'reads the file order.json'],
  ])('%s is said with what to do', async (_name, pasted, sentence) => {
    const { status, fault } = await paste(pasted);
    expect([status, fault.detail]).toEqual([422, '/data/request']);
    expect(fault.message).toContain(sentence);
  });

  test('too much is 413, as much as can be read and more than that', async () => {
    const long = await paste('x'.repeat(320 * 1024 + 1));
    expect([long.status, long.fault.message]).toEqual([
      413,
      'This is longer than any request that is taken. Paste one request alone.',
    ]);
    expect((await paste('x'.repeat(3 * 1024 * 1024))).status).toBe(413);
  });

  test('what is pasted is text, whatever it looks like', async () => {
    const evil = '<script>alert(1)</script>';
    const { parts } = await paste(`GET /${evil} HTTP/1.1\nMarket: ${evil}\nAuthorization: ${evil}\n\n${evil}`);
    expect(parts.Market).toContain(evil);
  });
});

test('in production the doctor tells as much, to those whose keys they are', async () => {
  const production = await createWorld({ env: { WAYBILL_ENVIRONMENT: 'production', WAYBILL_HOST: '127.0.0.1' } });
  const { apiKey: key, webhookSecret } = production.partner;
  const timestamp = production.clock.now();
  const its = await deskUser(production, 'portal');
  const { verdict } = await paste(raw({ key, secret: webhookSecret, timestamp }), its);
  expect(verdict).toContain('signed with the webhook secret');
  expect((await production.call('GET', '/v3/cities', { as: { apiKey: key, apiSecret: 'another' } })).text).toContain(
    'The authorization token is not valid.',
  );
  await production.close();
});
