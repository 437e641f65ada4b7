import { Type } from 'typebox';
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  type Driver,
  type DriverDocument,
  type EndingDocument,
  isValidOn,
} from '../drivers/index.ts';
import { formatInstant } from '../foundation/time.ts';
import { Nullable, OneOf } from '../infrastructure/http/schema.ts';
import type { DriverRecord } from './read-driver.ts';
import { Reason } from './reason.ts';

/** A picture or PDF of 10 MB, in base64, with what stands around it. */
export const LARGEST_FILE_BYTES = 15 * 1024 * 1024;

export const DriverParams = Type.Object({ driverId: Type.String() });
export const DriversQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 100 })),
  city: Type.Optional(Type.String()),
  status: Type.Optional(OneOf(['active', 'suspended'])),
  limit: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
});
export const NewDriverData = Type.Object({
  name: Type.String({ maxLength: 300 }),
  phone: Type.String({ maxLength: 40 }),
  plate: Type.String({ maxLength: 60 }),
  service: Type.String({ maxLength: 60 }),
  locode: Type.String({ maxLength: 20 }),
  languages: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 20 }),
  capabilities: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 30 }),
  reason: Reason,
});
export const StatusData = Type.Object({
  status: OneOf(['active', 'suspended']),
  reason: Reason,
});
export const DriverActData = Type.Object({ reason: Reason });
export const DocumentData = Type.Object({
  kind: OneOf(DOCUMENT_KINDS),
  number: Type.String({ maxLength: 200 }),
  validUntil: Type.Optional(Nullable<string>('string', 'The last day; null where it does not end', { maxLength: 20 })),
  file: Type.Optional(Type.String({ description: 'A JPEG, PNG, WebP or PDF of up to 10 MB, in base64' })),
  reason: Reason,
});
export const PhotoData = Type.Object({
  photo: Type.String({ description: 'A JPEG, PNG or WebP of up to 10 MB, in base64' }),
  reason: Reason,
});
export const PayoutData = Type.Object({
  currency: Type.String({ maxLength: 3 }),
  amount: Type.String({ maxLength: 30 }),
  reference: Type.Optional(Type.String({ maxLength: 200 })),
  reason: Reason,
});
export const PageQuery = Type.Object({ limit: Type.Optional(Type.String()), after: Type.Optional(Type.String()) });

export function driverRowToWire(
  driver: Driver,
  { isOnline, orderId }: { isOnline: boolean; orderId: string | undefined },
) {
  return {
    driverId: driver.id,
    name: driver.name,
    phone: driver.phone,
    plate: driver.plate,
    service: driver.service,
    city: driver.locode,
    status: driver.status,
    isOnline,
    orderId: orderId ?? null,
    createdAt: formatInstant(driver.createdAt),
  };
}
export type DriverRowWire = ReturnType<typeof driverRowToWire>;

type LinkTo = (fileKey: string) => string;

function documentToWire(document: DriverDocument, today: string, linkTo: LinkTo) {
  return {
    documentId: document.id,
    kind: document.kind,
    number: document.number,
    validUntil: document.validUntil ?? null,
    isValid: isValidOn(document, today),
    file: document.fileKey === undefined ? null : linkTo(document.fileKey),
    addedAt: formatInstant(document.addedAt),
  };
}
export type DocumentWire = ReturnType<typeof documentToWire>;

export function driverToWire(record: DriverRecord, required: readonly DocumentKind[], linkTo: LinkTo) {
  const { driver, onlineSince, position, orderId, sessions, blocks, documents, missing, today } = record;
  return {
    ...driverRowToWire(driver, { isOnline: onlineSince !== undefined, orderId }),
    languages: driver.languages,
    capabilities: driver.capabilities,
    photo: driver.photoKey === undefined ? null : linkTo(driver.photoKey),
    onlineSince: onlineSince === undefined ? null : formatInstant(onlineSince),
    place: position === undefined ? null : { lat: position.lat, lng: position.lng, at: formatInstant(position.at) },
    devices: sessions.map(({ id, device, createdAt, lastSeenAt }) => ({
      deviceId: id,
      device,
      signedInAt: formatInstant(createdAt),
      lastSeenAt: formatInstant(lastSeenAt),
    })),
    keptFrom: blocks.map(({ partnerId, name, since }) => ({ partnerId, name, since: formatInstant(since) })),
    documents: documents.map((document) => documentToWire(document, today, linkTo)),
    requiredDocuments: required,
    missingDocuments: missing,
  };
}
export type DriverWire = ReturnType<typeof driverToWire>;

/** `today` is that of the driver's city. */
export function endingToWire({ driverName, locode, ...document }: EndingDocument, today: string) {
  return {
    documentId: document.id,
    driverId: document.driverId,
    driverName,
    city: locode,
    kind: document.kind,
    number: document.number,
    validUntil: document.validUntil ?? '',
    isValid: isValidOn(document, today),
  };
}
export type EndingWire = ReturnType<typeof endingToWire>;
