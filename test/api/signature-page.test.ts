import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/foundation/time.ts';
import { partnerDeps } from '../../src/main/make-partner.ts';
import { changeKeyStatus, issueKey } from '../../src/partners/index.ts';
import { createWorld, type World } from '../support/world.ts';

const PATH = '/portal/signature';
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const sendForm = (body: string | Buffer, to: World = world) =>
  to.send({ method: 'POST', path: PATH, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const asText = (part: string | undefined) =>
  part?.replaceAll(/<[^>]*>/g, '').replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] as string);

/** What the page says of what was pasted, as a browser sends it. */
async function paste(pasted: string, to: World = world) {
  const { status, text, headers } = await sendForm(
    new URLSearchParams({ request: pasted.replaceAll(/\r?\n/g, '\r\n') }).toString(),
    to,
  );
  const rows = [...text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(
    ([, name, value]) => [name, asText(value)] as const,
  );
  return {
    status,
    headers,
    text,
    verdict: asText(/<section class="verdict.*?<p>(.*?)<\/p>/s.exec(text)?.[1]),
    headline: asText(/<section class="verdict.*?<h2>(.*?)<\/h2>/s.exec(text)?.[1]),
    parts: Object.fromEntries(rows) as Record<string, string>,
    field: asText(/<textarea[^>]*>\n(.*?)<\/textarea>/s.exec(text)?.[1]),
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
    const { status, headline, parts, text } = await paste(raw({ headers: 'Request-ID: abc\n' }));
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
    expect(parts.Call).toBe('POST /v3/quotations ✓ right');
    expect(parts['API key']).toContain('known here and active');
    expect(parts.Body).toBe('30 bytes, JSON ✓ right');
    expect(asText(/<pre class="signed">(.*?)<\/pre>/s.exec(text)?.[1])).toBe(
      `${world.clock.now()}CR LF\nPOSTCR LF\n/v3/quotationsCR LF\nCR LF\n${COMPACT}`,
    );
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

  test('whose body has line breaks is right with either kind, since a form makes them all alike', async () => {
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
      'The timestamp is 3600 seconds behind our clock; 300 are allowed. Sign it anew with the time at which it is sent.',
    );
    expect(parts.Timestamp).toContain('60 minutes ago');
    expect(parts.Signature).toContain('✓ right');
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
    ['is not known here', () => ({ key: 'pk_test_nobody' })],
    ['belongs to production', () => ({ key: 'pk_prod_somebody' })],
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
    expect((await paste(raw({ key: next.apiKey, secret: partner.apiSecret }))).verdict).toBe(
      `The request is signed with the secret of another of your keys, ${partner.apiKey}.`,
    );
    await changeKeyStatus(database, next.apiKey, 'suspended');
    const { verdict, parts } = await paste(raw({ key: next.apiKey, secret: next.apiSecret }));
    expect(verdict).toContain('This API key is suspended.');
    expect(parts['API key']).toContain('known here and suspended');
  });

  test('who has only the name of a key learns neither its state nor what it is for', async () => {
    const partner = await world.newPartner({ markets: ['SG'] });
    await changeKeyStatus(world.foundations.database, partner.apiKey, 'suspended');
    const { text, parts } = await paste(raw({ key: partner.apiKey, secret: 'another' }));
    expect(parts['API key']).toContain('It is known here. By its name it is a sandbox key.');
    expect(parts.Market).toBe('HK');
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
    ['bytes', 'GET /v3\0/', 'This is not text.'],
    ['a variable', 'curl -H "Authorization: hmac $KEY:1:2" https://x/', 'the shell variable $KEY'],
    ['a file', 'curl -d @order.json https://x/', 'reads the file order.json'],
  ])('%s is said with what to do, and stays in the field', async (_name, pasted, sentence) => {
    const { status, verdict, field } = await paste(pasted);
    expect([status, field]).toEqual([422, pasted.replace('\0', '\uFFFD')]);
    expect(verdict).toContain(sentence);
  });

  test.each([
    ['a form without the field', 'other=1'],
    ['JSON', '{"request":"GET / HTTP/1.1"}'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x25, 0x00])],
    ['a broken form', 'request=%E0%A4%A&%'],
  ])('%s', async (_name, body) => {
    expect((await sendForm(body)).status).toBe(422);
  });

  test('too much is 413 with a page, as much as can be read and more than that', async () => {
    const long = await paste('x'.repeat(320 * 1024 + 1));
    expect([long.status, long.verdict]).toEqual([
      413,
      'This is longer than any request that is taken. Paste one request alone.',
    ]);
    const huge = await sendForm(`request=${'x'.repeat(5 * 1024 * 1024)}`);
    expect([huge.status, huge.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
    expect(huge.text).toContain('This is larger than any request that is taken.');
  });

  test('what is pasted is text, whatever it looks like', async () => {
    const evil = '</textarea><script>alert(1)</script>';
    for (const pasted of [evil, `GET /${evil} HTTP/1.1\nMarket: ${evil}\nAuthorization: ${evil}\n\n${evil}`]) {
      const { text, field } = await paste(pasted);
      expect(text).not.toContain('<script>');
      expect(field).toBe(pasted.replaceAll('\n', '\r\n'));
    }
  });
});

test('an address that tries too often gets a page that says so, and may call on', async () => {
  const narrow = await createWorld({ env: { WAYBILL_ADDRESS_LIMIT: '3' } });
  const wrong = raw({ key: 'pk_test_nobody' });
  for (let tries = 0; tries < 3; tries++) expect((await paste(wrong, narrow)).status).toBe(200);
  const { status, verdict, headers } = await paste(wrong, narrow);
  expect(status).toBe(429);
  expect(verdict).toContain('Too many calls from this address could not be authenticated.');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await narrow.call('GET', '/v3/cities')).status).toBe(200);
  await narrow.close();
});

test('nothing keeps or frames it', async () => {
  const page = await world.send({ path: PATH });
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^ ]+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
  );
  expect(page.headers['cache-control']).toBe('no-store');
});

test('in production there is no such page: what lies there belongs to the portal, and nothing is taken apart', async () => {
  const production = await createWorld({ env: { WAYBILL_ENVIRONMENT: 'production', WAYBILL_HOST: '127.0.0.1' } });
  expect((await paste(raw(), production)).status).toBe(405);
  expect((await production.send({ path: '/' })).text).not.toContain(PATH);
  await production.close();
});
