import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskAddress, maskBody } from './mask-body.ts';

const SEPARATORS = ['', ' ', '-', '.', ' - ', '/', ') '];

/** Seven to fifteen digits, as people write them. */
const phone = fc
  .tuple(
    fc.constantFrom('', '+', '('),
    fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom(...SEPARATORS)), {
      minLength: 7,
      maxLength: 15,
    }),
  )
  .map(([lead, digits]) => ({
    written: lead + digits.map(([digit, after], index) => digit + (index < digits.length - 1 ? after : '')).join(''),
    digits: digits.map(([digit]) => digit).join(''),
  }));
/** Letters around it, so that nothing else joins its digits. */
const around = fc.stringMatching(/^[a-z ,:!]{0,12}[a-z]$/);
const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

describe('no phone number survives', () => {
  test('under a name that says so, only the last two digits do, and its form can still be seen', () => {
    expect(maskBody('{"phone": "+852 9123 4567"}')).toBe('{"phone": "+*** **** **67"}');
    expect(maskBody('{"contactPhone":"0912"}')).toBe('{"contactPhone":"**12"}');
    expect(maskBody('{"phones":["91234567", 91234568]}')).toBe('{"phones":["******67", "******68"]}');
  });

  test('in any text, however it is written', () => {
    fc.assert(
      fc.property(phone, around, around, ({ written, digits }, before, after) => {
        const body = JSON.stringify({ data: { note: `${before}${written}${after}`, list: [written] } });
        const { data } = JSON.parse(maskBody(body));
        expect(digitsOf(data.note)).toBe(digits.slice(-2));
        expect(digitsOf(data.list[0])).toBe(digits.slice(-2));
      }),
    );
  });

  test('as a number, as a name, and written with escapes or in the digits of another script', () => {
    expect(maskBody('{"a":85291234567}')).toBe('{"a":"*********67"}');
    expect(maskBody('{"a":[-85291234567, 1]}')).toBe('{"a":["-*********67", 1]}');
    expect(maskBody('{"91234567":true}')).toBe('{"******67":true}');
    expect(maskBody('{"a":"\\u0039\\u0031\\u0032\\u0033\\u0034\\u0035\\u0036\\u0037"}')).toBe('{"a":"******67"}');
    expect(maskBody('{"a":"9123\\t4567"}')).toBe('{"a":"****\\t**67"}');
    expect(maskBody('{"a":"٩١٢٣٤٥٦٧"}')).toBe('{"a":"******٦٧"}');
  });

  test('in a body that is no JSON, or is cut off anywhere', () => {
    expect(maskBody('phone=91234567&name=Ada')).toBe('phone="******67"&name=Ada');
    expect(maskBody('call 9123 4567 now')).toBe('call "**** **67" now');
    fc.assert(
      fc.property(phone, around, fc.nat(400), ({ written, digits }, before, cut) => {
        const body = JSON.stringify({ data: { stops: [{ note: before + written }], more: 'x'.repeat(300) } });
        const start = body.slice(0, cut);
        const left = digitsOf(start);
        // So few digits are no phone number.
        const expected = left.length < 7 ? left : left.slice(-2);
        expect(digitsOf(maskBody(start))).toBe(expected);
        expect(digits.startsWith(left)).toBe(true);
      }),
    );
  });

  test('under the name of an amount too, where more than a number stands there', () => {
    expect(maskBody('{"amount":"call 91234567","total":"91234567"}')).toBe(
      '{"amount":"call ******67","total":"91234567"}',
    );
  });

  test('nor where only a number begins there, or under a name that has that of an amount within it', () => {
    expect(maskBody('{"amount":"5, call 91234567"}')).toBe('{"amount":"5, call ******67"}');
    expect(maskBody('{"flat":"91234567","basement":"91234568"}')).toBe('{"flat":"******67","basement":"******68"}');
  });

  test('before and behind an id or a time', () => {
    expect(maskBody('{"a":"2000000000000000001 91234567","b":"91234567 of 2000000000000000001"}')).toBe(
      '{"a":"2000000000000000001 ******67","b":"******67 of 2000000000000000001"}',
    );
    expect(maskBody('{"a":"2026-11-16T04:00:00.00Z, 91234567"}')).toBe('{"a":"2026-11-16T04:00:00.00Z, ******67"}');
  });

  test('however short, where it is a number or in a list under a name that says so', () => {
    expect(maskBody('{"phone":12345,"phones":["1234","5678"]}')).toBe('{"phone":"***45","phones":["**34","**78"]}');
  });

  test('in a link, where ids stay', () => {
    const orders = 'https://call.example/orders/2000000000000000001';
    expect(maskBody(`{"url":"${orders}/91234567/to/852-9123-4568"}`)).toBe(
      `{"url":"${orders}/******67/to/***-****-**68"}`,
    );
    expect(maskBody('{"url":"https://91234567.example/٩١٢٣٤٥٦٧"}')).toBe('{"url":"https://******67.example/******٦٧"}');
  });

  test('behind quotes and backslashes, and where an escape was cut through', () => {
    for (const before of ['"', '\\', '\\"', '\\\\', '\\\\"', '\\\\\\"']) {
      const written = (phone: string, secret: string) => JSON.stringify({ [before]: before + phone, secret });
      expect(maskBody(written('91234567', 'abc'))).toBe(written('******67', '***'));
    }
    expect(maskBody('{"a":"91234567\\')).toBe('{"a":"******67\\\\');
  });

  test('written with escapes that were cut through', () => {
    const cut = '{"a":"\\u0039\\u0031\\u0032\\u0033\\u0034\\u0035\\u0036\\u0037\\u00';
    expect(maskBody(cut)).toBe('{"a":"******67\\\\u00');
  });

  test('in the path of an address', () => {
    expect(maskAddress('/v3/orders/85291234567?a=1')).toBe('/v3/orders/*********67?a=1');
    expect(maskAddress('/v3/orders/852%209123%204567')).toBe('/v3/orders/***%20****%20**67');
    expect(maskAddress('/v3/events/018C2F6A-1234-8123-9123-000000000001')).toBe(
      '/v3/events/018C2F6A-1234-8123-9123-000000000001',
    );
  });

  test('in the query of an address', () => {
    expect(maskAddress('/v3/orders?metadata.customer=%2B852%209123%204567&after=1')).toBe(
      '/v3/orders?metadata.customer=%2B***%20****%20**67&after=1',
    );
    expect(maskAddress('/v3/orders?note=852+9123+4567')).toBe('/v3/orders?note=***%20****%20**67');
    expect(maskAddress('/v3/orders?metadata.phone=9123&limit=50')).toBe('/v3/orders?metadata.phone=**23&limit=50');
    expect(maskAddress('/v3/orders?a=%zz&b')).toBe('/v3/orders?a=%zz&b');
    expect(maskAddress('/v3/orders/2000000000000000001')).toBe('/v3/orders/2000000000000000001');
  });
});

describe('no secret survives', () => {
  test('under a name that says so, or where it looks like one of ours', () => {
    expect(maskBody('{"apiSecret":"abc","token":"","note":"it is sk_test_a-b_c, ok"}')).toBe(
      '{"apiSecret":"***","token":"","note":"it is ***, ok"}',
    );
    expect(maskBody('{"apiSecret" : "abc", "token"\r\n\t: "d", "lat" : "22.3354735"}')).toBe(
      '{"apiSecret" : "***", "token"\r\n\t: "***", "lat" : "22.3354735"}',
    );
    expect(maskBody('secret=sk_test_a-b_c&x=sk_prod_d&y=1')).toBe('secret=***&x=***&y=1');
    expect(maskBody('{"x":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=="}')).toBe('{"x":"***"}');
  });

  test('in a link: what opens something for whoever has it', () => {
    expect(maskBody('{"shareLink":"https://go.example/track/0123456789abcdefABCDEF_-"}')).toBe(
      '{"shareLink":"https://go.example/track/…"}',
    );
    expect(maskBody('{"url":"https://hooks.example/in?key=1"}')).toBe('{"url":"https://hooks.example/in?…"}');
    const id = '018C2F6A-1234-8123-9123-000000000001';
    expect(maskBody(`{"url":"https://go.example/${id}-x/x-${id}"}`)).toBe('{"url":"https://go.example/…/…"}');
    expect(maskBody('{"url":"https://hooks.a-rather-long-name.example/in"}')).toBe(
      '{"url":"https://hooks.a-rather-long-name.example/in"}',
    );
    const event = `https://go.example/v3/events/${id}`;
    expect(maskBody(`{"url":"${event}"}`)).toBe(`{"url":"${event}"}`);
  });
});

describe('what is none of these stays as it was written', () => {
  const SOUND = `{ "data": {
    "orderId": "2000000000000000001", "scheduleAt": "2026-11-16T04:00:00.00Z", "on": "2026-11-16",
    "coordinates": {"lat": "22.3354735", "lng": 114.1694123}, "priceBreakdown": {"total": "1500000", "base": "1500000.00"},
    "eventId": "018C2F6A-1234-8123-9123-000000000001", "apiKey": "pk_test_01234567890123456789012345678901",
    "address": "Flat 1203, 12/F, 88 Queen's Road, 999077", "quantity": 123456 } }`;

  test('ids, times, places, amounts, keys and addresses', () => expect(maskBody(SOUND)).toBe(SOUND));

  test('escapes, and what an address need not escape', () => {
    expect(maskBody('{"note":"caf\\u00e9 \\/ \\"12\\""}')).toBe('{"note":"caf\\u00e9 \\/ \\"12\\""}');
    expect(maskAddress('/v3/orders/a:b?note=c:d')).toBe('/v3/orders/a:b?note=c:d');
  });

  test('JSON stays JSON, with the same form', () => {
    const shape = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shape)
        : typeof value === 'object' && value !== null
          ? Object.values(value).map(shape)
          : typeof value === 'boolean' || value === null
            ? value
            : 'text or number';
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const masked = JSON.parse(maskBody(text)) as unknown;
        // Two names may become one.
        if (!/\d{7}/.test(text)) expect(shape(masked)).toEqual(shape(JSON.parse(text)));
      }),
    );
  });
});
