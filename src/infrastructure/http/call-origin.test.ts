import { expect, test } from 'vitest';
import { originOf } from './call-origin.ts';

test.each<[Record<string, string>, string]>([
  [{}, 'OURS'],
  [{ 'sec-fetch-site': 'same-origin' }, 'OURS'],
  [{ 'sec-fetch-site': 'none' }, 'OURS'],
  [{ 'sec-fetch-site': 'same-site' }, 'FOREIGN'],
  [{ 'sec-fetch-site': 'cross-site' }, 'FOREIGN'],
  [{ origin: 'https://waybill.test:8443' }, 'OURS'],
  [{ origin: 'https://waybill.test' }, 'FOREIGN'],
  [{ origin: 'http://waybill.test:8443' }, 'FOREIGN'],
  [{ origin: 'https://waybill.test:8443.evil.test' }, 'FOREIGN'],
  [{ origin: 'null' }, 'UNNAMED'],
  // A proxy in front may call us by another name than browsers do, some of which name only the page they come from.
  [{ origin: 'https://public.test' }, 'OURS'],
  [{ origin: 'http://public.test' }, 'FOREIGN'],
  [{ origin: 'https://public.test.evil.test' }, 'FOREIGN'],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://public.test' }, 'FOREIGN'],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://public.test' }, 'OURS'],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 'OURS'],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://waybill.test:8443' }, 'FOREIGN'],
])('a call with %j is %s', (headers, origin) => {
  const server = { publicOrigin: 'https://public.test' };
  expect(originOf({ headers, host: 'waybill.test:8443', server })).toBe(origin);
});
