import { Type } from 'typebox';
import { type DeskApi, emailFrom, isEmail } from '../accounts/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import { ok } from '../infrastructure/http/partner-api.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { erasePerson, exportPerson, type Subject } from '../privacy/index.ts';
import { Reason } from './reason.ts';

export type PersonDataDeps = {
  readonly database: Database;
  readonly files: FileStore;
  readonly ids: Ids;
  readonly clock: Clock;
};

const SubjectData = Type.Object({
  phone: Type.Optional(Type.String({ maxLength: 40 })),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  reason: Reason,
});

/** What is kept of one person, for whoever asks for their own. Not remembered for a retry: an answer would be kept for a day. */
export function addPersonDataRoutes(api: DeskApi<'console'>, deps: PersonDataDeps): void {
  api.post('/console/v1/person-data/export', { may: 'people', data: SubjectData }, async ({ person, now, data }) =>
    ok(await exportPerson(deps, subjectFrom(data), { by: person, reason: data.reason }, now)),
  );
  api.post('/console/v1/person-data/erase', { may: 'people', data: SubjectData }, async ({ person, now, data }) => {
    const { driverId = null, ...erasure } = await erasePerson(
      deps,
      subjectFrom(data),
      { by: person, reason: data.reason },
      now,
    );
    return ok({ ...erasure, driverId });
  });
}

function subjectFrom(data: { readonly phone?: string; readonly email?: string }): Subject {
  const phone = data.phone?.replace(/[\s().-]/g, '') || undefined;
  const email = data.email === undefined ? undefined : emailFrom(data.email) || undefined;
  if (phone !== undefined && !/^\+[1-9]\d{6,14}$/.test(phone))
    throw new DeliveryError(
      'ERR_INVALID_FIELD',
      'The phone must have + and the country code, such as +85256847124.',
      '/data/phone',
    );
  if (email !== undefined && !isEmail(email))
    throw new DeliveryError('ERR_INVALID_FIELD', 'The email address must look like ada@example.com.', '/data/email');
  if (phone === undefined && email === undefined)
    throw new DeliveryError('ERR_MISSING_FIELD', 'Say who it is, by phone or by email.', '/data/phone');
  return { phone, email };
}
