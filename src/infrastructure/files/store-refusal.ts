/** What an object store answered where it did not do as it was asked. */
export type StoreAnswer = {
  readonly status: number;
  readonly code?: string | undefined;
  readonly body?: string | undefined;
};

/** What is asked of a store, and the permission that it takes. */
const PERMISSIONS = {
  'storing a file': 's3:PutObject',
  'reading a file': 's3:GetObject, and s3:ListBucket for one that is gone',
  'removing a file': 's3:DeleteObject',
} as const;

export type StoreWork = keyof typeof PERMISSIONS;

const WRONG_REGION = 'the bucket lies in another region than WAYBILL_S3_REGION says';
const REFUSALS: Readonly<Record<string, string>> = {
  SignatureDoesNotMatch: 'WAYBILL_S3_SECRET_KEY does not belong to WAYBILL_S3_ACCESS_KEY',
  InvalidAccessKeyId: 'the store does not know WAYBILL_S3_ACCESS_KEY',
  NoSuchBucket: 'there is no such bucket; make it, or change WAYBILL_S3_BUCKET',
  InvalidBucketName: 'WAYBILL_S3_BUCKET is not the name of a bucket',
  AuthorizationHeaderMalformed: WRONG_REGION,
  PermanentRedirect: WRONG_REGION,
  RequestTimeTooSkewed: 'the clocks of this machine and of the store are too far apart',
};

/** Why a store refused, and what to change. A code that is told nothing of here is told as it came. */
export function wordsOfRefusal({ status, code, body = '' }: StoreAnswer, work: StoreWork): string {
  const named = code ?? elementOf(body, 'Code');
  if (named === undefined) {
    // A balancer in front says so where the store does not.
    return status >= 500 || status === 413
      ? `${work} failed (${status})`
      : `what answers there speaks no S3 (it answered ${status}); look at WAYBILL_S3_ENDPOINT`;
  }
  const region = elementOf(body, 'Region');
  const words =
    named === 'AccessDenied'
      ? `${work} is not allowed to WAYBILL_S3_ACCESS_KEY; it needs ${PERMISSIONS[work]}`
      : (REFUSALS[named] ?? `${work} failed`);
  return `${words === WRONG_REGION && region !== undefined ? `${words}, in ${region}` : words} (${status} ${named})`;
}

function elementOf(body: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]+)</${name}>`).exec(body)?.[1];
}
