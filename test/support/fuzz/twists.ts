import type { Dice } from './dice.ts';
import type { Draft } from './draft.ts';
import { hostileText, hostileValue, nested } from './hostile.ts';
import type { Stock } from './stock.ts';

/** Changes a call in one way. */
type Twist = (draft: Draft, dice: Dice, stock: Stock) => void;

type Place = { readonly holder: Record<string, unknown>; readonly key: string };

function placesIn(node: unknown, found: Place[] = []): Place[] {
  if (typeof node !== 'object' || node === null) return found;
  for (const key of Object.keys(node)) {
    found.push({ holder: node as Record<string, unknown>, key });
    placesIn((node as Record<string, unknown>)[key], found);
  }
  return found;
}

/** At some place of the body. */
const inBody =
  (change: (place: Place, dice: Dice, stock: Stock) => void): Twist =>
  (draft, dice, stock) => {
    const places = placesIn(draft.json);
    if (places.length > 0) change(dice.pick(places), dice, stock);
    else draft.json = { data: hostileValue(dice) };
  };

/** Of the body as text; what there is none of begins as an empty object. */
const inText =
  (change: (text: string, dice: Dice) => string | Buffer): Twist =>
  (draft, dice) => {
    const text = draft.body?.toString('latin1') ?? JSON.stringify(draft.json ?? { data: {} });
    draft.body = Buffer.from(change(text, dice) as string);
  };

const inHeaders =
  (name: string, values: (dice: Dice) => string): Twist =>
  (draft, dice) => {
    const others = draft.headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
    draft.headers = [...others, [name, headerText(values(dice))]];
  };

/** Byte for byte; a line break in it would be a second header, and is no test of anything of ours. */
const headerText = (text: string) =>
  [...Buffer.from(text.toWellFormed()).toString('latin1').slice(0, 4_000)]
    .map((sign) => (sign < ' ' ? ' ' : sign))
    .join('');

const inPath =
  (change: (path: string, dice: Dice) => string): Twist =>
  (draft, dice) => {
    draft.path = change(draft.path, dice);
    draft.isElsewhere = true;
  };

const inQuery =
  (change: (query: string, dice: Dice) => string): Twist =>
  (draft, dice) => {
    draft.query = [draft.query, change(draft.query, dice)].filter((part) => part !== '').join('&');
  };

function replaceSegment(path: string, dice: Dice, value: string): string {
  const segments = path.split('/');
  segments[1 + dice.whole(Math.max(1, segments.length - 1))] = value;
  return segments.join('/');
}

/** Half of a character cannot be written in a path; its bytes can. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** One thing of the content is not as it should be. */
export const NEAR: Readonly<Record<string, Twist>> = {
  dropField: inBody(({ holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  }),
  retype: inBody(({ holder, key }, dice) => {
    holder[key] = hostileValue(dice);
  }),
  hostileText: inBody(({ holder, key }, dice) => {
    holder[key] = hostileText(dice);
  }),
  nothing: inBody(({ holder, key }) => {
    holder[key] = null;
  }),
  longer: inBody(({ holder, key }, dice) => {
    holder[key] = `${JSON.stringify(holder[key])}${'x'.repeat(dice.pick([1, 40, 200, 2_000]))}`;
  }),
  nearNumber: inBody(({ holder, key }, dice) => {
    const number = typeof holder[key] === 'object' ? Number.NaN : Number(holder[key]);
    holder[key] = Number.isFinite(number) ? number + dice.pick([-1, 1, 0.5, 1e9, -1e9]) : dice.whole(100);
  }),
  further: inBody(({ holder }, dice) => {
    if (!Array.isArray(holder))
      holder[dice.pick(['id', 'status', 'partnerId', 'admin', 'a b', ''])] = hostileValue(dice);
  }),
  manifold: inBody(({ holder, key }, dice) => {
    holder[key] = Array.from({ length: dice.pick([2, 17, 201]) }, () => holder[key]);
  }),
  someId: inBody(({ holder, key }, dice, stock) => {
    holder[key] = stock.find(dice, 'id', 'orderId', 'driverId', 'partnerId', 'eventId', 'quotationId', 'stopId') ?? '1';
  }),
  hostileSegment: (draft, dice) => {
    const segments = draft.path.split('/');
    segments[segments.length - 1] = encoded(hostileText(dice));
    draft.path = segments.join('/');
    draft.isElsewhere = true;
  },
  hostileParameter: (draft, dice) => {
    const parts = draft.query.split('&').filter((part) => part !== '');
    if (parts.length === 0) return;
    const place = dice.whole(parts.length);
    parts[place] = `${(parts[place] as string).split('=')[0]}=${encoded(hostileText(dice))}`;
    draft.query = parts.join('&');
  },
  odderMarket: inHeaders('Market', (dice) => dice.pick(['SG', 'XX', 'hk', '', 'HK, SG', 'HK ', 'ID'])),
  otherPlatform: inHeaders('Platform', (dice) => dice.pick(['PLUS', 'plus', 'ON_DEMAND', 'OTHER', ' ', 'PLUS,PLUS'])),
  sameRequestId: inHeaders('Request-ID', (dice) => `fuzz-${dice.whole(40)}`),
};

/** What nobody sends by mistake. */
export const HOSTILE: Readonly<Record<string, Twist>> = {
  noJson: inText((text, dice) => text.slice(0, dice.whole(text.length + 1))),
  twoKeys: inText((text) => text.replace('{', `{"data":{"a":1},`)),
  proto: inText((text, dice) =>
    text.replace(
      '{',
      `{${dice.pick(['"__proto__":{"a":1}', '"\\u005f_proto__":{}', '"constructor":{"prototype":1}'])},`,
    ),
  ),
  loneSurrogate: inText((text) => text.replace(/"[^"]*"(?=[,}\]])/, '"\\ud83d"')),
  nul: inText((text) => text.replace(/"[^"]*"(?=[,}\]])/, '"a\\u0000"')),
  hugeNumber: inText((text, dice) =>
    text.replace(
      /(?<=:)("[^"]*"|\d+)/,
      dice.pick(['1e400', '-1e400', '9'.repeat(4_000), '0.'.padEnd(400, '3'), '01', '-']),
    ),
  ),
  mark: inText((text) => `\ufeff${text}`),
  trailing: inText((text) => `${text}${text}`),
  blanks: inText((text) => `${' '.repeat(30_000)}${text}`),
  tooLarge: inText((text) => `${text}${' '.repeat(300_000)}`),
  empty: inText(() => ''),
  list: inText((text) => `[${text}]`),
  utf16: (draft) => {
    draft.body = Buffer.from(JSON.stringify(draft.json ?? {}), 'utf16le');
  },
  badUtf8: (draft, dice) => {
    const whole = Buffer.from(JSON.stringify(draft.json ?? { data: { a: 'b' } }));
    whole[dice.whole(whole.length)] = dice.pick([0xff, 0xc0, 0x80, 0xed]);
    draft.body = whole;
  },
  deep: inBody(({ holder, key }, dice) => {
    holder[key] = nested(dice.pick([10, 60, 70, 2_000]));
  }),
  form: (draft) => {
    draft.body = Buffer.from('data[a]=1&data[__proto__][b]=2&stopId=1&text=%00');
    draft.headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  },
  contentType: inHeaders('Content-Type', (dice) =>
    dice.pick(['text/plain', 'a', ';', 'multipart/form-data; boundary=x', 'application/json; charset=utf-7', '']),
  ),
  packed: inHeaders('Content-Encoding', (dice) => dice.pick(['gzip', 'br', 'deflate, gzip', 'x'])),
  expect: inHeaders('Expect', (dice) => dice.pick(['100-continue', 'x'])),
  conditions: inHeaders('If-None-Match', (dice) => dice.pick(['*', '"x"', 'W/', hostileText(dice)])),
  range: inHeaders('Range', (dice) => dice.pick(['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,1-1', 'x'])),
  accept: inHeaders('Accept', (dice) => dice.pick(['text/html', 'x', '*/*;q=0', hostileText(dice)])),
  acceptLanguage: inHeaders('Accept-Language', (dice) => dice.pick(['zz', 'en;q=x', 'th,*', hostileText(dice)])),
  acceptEncoding: inHeaders('Accept-Encoding', (dice) => dice.pick(['gzip', 'br;q=0', 'x', '*'])),
  origin: inHeaders('Origin', (dice) => dice.pick(['null', 'https://elsewhere.test', 'x'])),
  forwarded: inHeaders('X-Forwarded-For', (dice) => dice.pick(['10.0.0.1', '1,2,3', hostileText(dice)])),
  override: inHeaders('X-HTTP-Method-Override', () => 'DELETE'),
  traceparent: inHeaders('traceparent', (dice) => hostileText(dice)),
  expand: inHeaders('Expand', (dice) => dice.pick(['actions', 'actions,actions', '__proto__', hostileText(dice)])),
  lastEvent: inHeaders('Last-Event-ID', (dice) => hostileText(dice)),
  requestId: inHeaders('Request-ID', (dice) => dice.pick(['x'.repeat(3_000), hostileText(dice), '\xff\xfe'])),
  cookie: inHeaders('Cookie', (dice) => dice.pick(['a', '=', '__Host-portal=x', ';;;', hostileText(dice)])),
  authorization: inHeaders('Authorization', (dice) => dice.pick(['hmac', 'hmac a:b:c', 'Bearer', 'Basic eA==', 'x'])),
  flood: (draft, dice) => {
    for (let index = dice.pick([50, 500, 2_500]); index > 0; index--) draft.headers.push([`X-${index}`, 'y']);
  },
  fatHeader: (draft, dice) => {
    draft.headers.push(['X-Fat', 'x'.repeat(dice.pick([4_000, 9_000, 20_000]))]);
  },
  stranger: (draft) => {
    draft.caller = { kind: 'nobody' };
  },
  otherMethod: (draft, dice) => {
    draft.method = dice.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'TRACE', 'get']);
    draft.isElsewhere = true;
  },
  brokenEscape: inPath((path, dice) =>
    replaceSegment(path, dice, dice.pick(['%zz', '%', '%ff', '%c0%ae', '%00', '%u0041'])),
  ),
  upAndDown: inPath((path, dice) => replaceSegment(path, dice, dice.pick(['..', '.', '%2e%2e', '..%2f..', '', '...']))),
  slashes: inPath((path, dice) => dice.pick([`/${path}`, `${path}/`, path.replaceAll('/', '//'), `${path}%2f`])),
  shouting: inPath((path) => path.toUpperCase()),
  longSegment: inPath((path, dice) => replaceSegment(path, dice, 'x'.repeat(dice.pick([300, 4_500, 8_000])))),
  furtherSegment: inPath((path, dice) => `${path}/${encoded(hostileText(dice))}`),
  parameters: inPath((path, dice) => `${path}${dice.pick([';a=b', ':', '%3F', '%23', '?', '#x', '\\'])}`),
  whole: inPath((path) => `http://elsewhere.test${path}`),
  strangeQuery: inQuery((_query, dice) =>
    dice.pick([
      'a[]=1',
      '__proto__=1',
      '=',
      '%zz=1',
      'limit=-1',
      'limit=1e9',
      'after=%00',
      'a=1&a=2',
      'x'.repeat(5_000),
    ]),
  ),
  twice: inQuery((query) => query),
  hostileQuery: inQuery((_query, dice) => {
    const name = dice.pick([
      'after',
      'limit',
      'search',
      'partner',
      'metadata.a',
      'status',
      'since',
      'lang',
      'owner',
      'q',
    ]);
    return `${name}=${encoded(hostileText(dice))}`;
  }),
  framing: (draft, dice) => {
    draft.json ??= { data: {} };
    draft.framing = dice.pick(['chunked', 'chunked', 'cut', 'too short a length', 'two lengths']);
  },
};
