import { describe, expect, test } from 'vitest';
import { type StoreAnswer, wordsOfRefusal } from './store-refusal.ts';

const xml = (inside: string) => `<?xml version="1.0"?><Error>${inside}</Error>`;

test.each<[StoreAnswer, string]>([
  [
    { status: 403, code: 'SignatureDoesNotMatch' },
    'WAYBILL_S3_SECRET_KEY does not belong to WAYBILL_S3_ACCESS_KEY (403 SignatureDoesNotMatch)',
  ],
  [
    { status: 403, code: 'InvalidAccessKeyId' },
    'the store does not know WAYBILL_S3_ACCESS_KEY (403 InvalidAccessKeyId)',
  ],
  [
    { status: 404, code: 'NoSuchBucket' },
    'there is no such bucket; make it, or change WAYBILL_S3_BUCKET (404 NoSuchBucket)',
  ],
  [{ status: 400, code: 'InvalidBucketName' }, 'WAYBILL_S3_BUCKET is not the name of a bucket (400 InvalidBucketName)'],
  [
    { status: 403, code: 'RequestTimeTooSkewed' },
    'the clocks of this machine and of the store are too far apart (403 RequestTimeTooSkewed)',
  ],
  [{ status: 503, code: 'SlowDown' }, 'storing a file failed (503 SlowDown)'],
])('a refusal says what to change, or its code: %j', (answer, words) => {
  expect(wordsOfRefusal(answer, 'storing a file')).toBe(words);
});

test.each([
  ['storing a file', 's3:PutObject'],
  ['reading a file', 's3:GetObject, and s3:ListBucket for one that is gone'],
  ['removing a file', 's3:DeleteObject'],
] as const)('what is not allowed is told with the permission that it takes: %s', (work, permission) => {
  expect(wordsOfRefusal({ status: 403, code: 'AccessDenied' }, work)).toBe(
    `${work} is not allowed to WAYBILL_S3_ACCESS_KEY; it needs ${permission} (403 AccessDenied)`,
  );
});

describe('another region', () => {
  test.each([
    ['AuthorizationHeaderMalformed', 400],
    ['PermanentRedirect', 301],
  ])('%s', (code, status) => {
    const words = 'the bucket lies in another region than WAYBILL_S3_REGION says';
    expect(wordsOfRefusal({ status, code }, 'reading a file')).toBe(`${words} (${status} ${code})`);
    const body = xml(`<Code>${code}</Code><Region>eu-west-1</Region>`);
    expect(wordsOfRefusal({ status, code, body }, 'reading a file')).toBe(`${words}, in eu-west-1 (${status} ${code})`);
  });

  test('is named with no other refusal', () => {
    const answer = { status: 503, code: 'SlowDown', body: xml('<Region>eu-west-1</Region>') };
    expect(wordsOfRefusal(answer, 'reading a file')).toBe('reading a file failed (503 SlowDown)');
  });
});

test('a code that stands in the body alone is read there', () => {
  const answer = { status: 404, body: xml('<Code>NoSuchBucket</Code>') };
  expect(wordsOfRefusal(answer, 'reading a file')).toMatch(/^there is no such bucket/);
});

test.each([413, 500, 503])('a balancer in front of a store speaks no S3 either: %i', (status) => {
  expect(wordsOfRefusal({ status, body: '<html>' }, 'storing a file')).toBe(`storing a file failed (${status})`);
});

test('what answers without a code speaks no S3', () => {
  const words = 'what answers there speaks no S3 (it answered 400); look at WAYBILL_S3_ENDPOINT';
  expect(wordsOfRefusal({ status: 400, body: '<html><title>Bad Request</title></html>' }, 'storing a file')).toBe(
    words,
  );
  expect(wordsOfRefusal({ status: 400 }, 'storing a file')).toBe(words);
});
