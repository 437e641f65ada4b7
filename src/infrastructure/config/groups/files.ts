import { oneOf, optionalText, webAddress } from '../readings.ts';
import { preset, setting } from '../setting.ts';

/** Where pictures are kept. */
export const FILES = {
  files: preset({
    name: 'WAYBILL_FILES',
    meaning: 'where pictures are kept: disk (under the data folder) or s3 (any object store that speaks S3)',
    byDefault: 'disk',
    read: oneOf(['disk', 's3']),
  }),
  s3Endpoint: setting({
    name: 'WAYBILL_S3_ENDPOINT',
    meaning: 'with WAYBILL_FILES=s3: base address of the object store',
    shown: 'https://s3.example.com',
    read: webAddress,
  }),
  s3Region: setting({
    name: 'WAYBILL_S3_REGION',
    meaning: 'with WAYBILL_FILES=s3: its region; "auto" where the store has none',
    shown: 'ap-east-1',
    read: optionalText,
  }),
  s3Bucket: setting({
    name: 'WAYBILL_S3_BUCKET',
    meaning: 'with WAYBILL_FILES=s3: an existing bucket that nobody else can read',
    shown: 'waybill-files',
    read: optionalText,
  }),
  s3AccessKey: setting({
    name: 'WAYBILL_S3_ACCESS_KEY',
    meaning: 'with WAYBILL_FILES=s3: access key of the object store',
    shown: '<access key>',
    read: optionalText,
  }),
  s3SecretKey: setting({
    name: 'WAYBILL_S3_SECRET_KEY',
    meaning: 'with WAYBILL_FILES=s3: the secret that belongs to it',
    shown: '<secret key>',
    read: optionalText,
  }),
};
