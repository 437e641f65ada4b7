import path from 'node:path';
import { expect, test } from 'vitest';
import { firstCall } from './first-call.ts';

test.each([
  ['.waybill', 'npx'],
  ['other', "WAYBILL_DATA='other' npx"],
  ['../Ada’s data', "WAYBILL_DATA='../Ada’s data' npx"],
  ["Ada's", "WAYBILL_DATA='Ada'\\''s' npx"],
  ['.', `WAYBILL_DATA='${path.resolve('.')}' npx`],
])('with its data in %s the first call finds the demo partner from another terminal too', (folder, begins) => {
  expect(firstCall(path.resolve(folder))).toBe(`${begins} waybill sign GET /v3/cities | sh`);
});
