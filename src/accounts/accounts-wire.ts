import { type Static, Type } from 'typebox';
import { formatInstant, type Instant } from '../foundation/time.ts';
import { Nullable, OneOf, Text } from '../infrastructure/http/schema.ts';
import type { PartnerTerms } from '../partners/index.ts';
import type { RecordedAct } from './acts-sql.ts';
import type { MadeLink } from './make-link.ts';
import type { Account, Colleague } from './people-sql.ts';
import { permissionsOf } from './rules/permissions.ts';
import type { Person } from './rules/person.ts';
import type { DeskSession } from './sessions-sql.ts';

/** Longer than any that can be right, so that nobody has megabytes hashed. */
const SecretText = Type.String({ maxLength: 1_000 });
const Email = Type.String({ maxLength: 300 });
const Role = Type.String({ maxLength: 30 });
const Status = OneOf(['active', 'disabled']);
const Code = Type.Optional(Type.String({ maxLength: 20 }));

export const SignInData = Type.Object({ email: Email, password: SecretText, code: Code });
export const ForgotData = Type.Object({ email: Email });
export const LinkData = Type.Object({ token: SecretText });
export const UseLinkData = Type.Object({ token: SecretText, password: SecretText, code: Code });
export const PasswordData = Type.Object({ current: SecretText, new: SecretText });
export const CodeData = Type.Object({ code: Type.String({ maxLength: 20 }) });
export const OwnPasswordData = Type.Object({ password: SecretText });
export const NewPersonData = Type.Object({ email: Email, name: Type.String({ maxLength: 300 }), role: Role });
export const PartnerParams = Type.Object({ partnerId: Type.String() });
export const NewPartnerPersonData = Type.Object({
  ...NewPersonData.properties,
  reason: Type.String({ minLength: 1, maxLength: 500 }),
});
export const ChangePersonData = Type.Object({
  role: Type.Optional(Role),
  status: Type.Optional(Status),
  seen: Type.Optional(Type.Object({ role: Role, status: Status })),
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
});
export const NewLinkData = Type.Object({ removeSecondFactor: Type.Optional(Type.Boolean()) });
export const PersonParams = Type.Object({ personId: Type.String() });
export const DeviceParams = Type.Object({ deviceId: Text('"current" for the browser that asks') });

export const SignedInWire = Type.Object({
  person: Type.Object({ id: Type.String(), email: Type.String(), name: Type.String(), role: Type.String() }),
});
export const LinkWire = Type.Object({
  purpose: OneOf(['invitation', 'reset']),
  email: Type.String(),
  name: Type.String(),
});
export const MeWire = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.String(),
  permissions: Type.Array(Type.String(), { description: 'What the role allows' }),
  hasSecondFactor: Type.Boolean(),
  environment: OneOf(['sandbox', 'production']),
  partner: Type.Optional(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      markets: Type.Array(Type.String()),
      platforms: Type.Array(Type.String()),
    }),
  ),
});
export const SetUpWire = Type.Object({
  secret: Text('For an app that cannot scan'),
  uri: Type.String(),
  qrSvg: Type.String(),
});
export const DeviceWire = Type.Object({
  id: Type.String(),
  device: Type.String(),
  address: Type.String(),
  createdAt: Type.String(),
  lastSeenAt: Type.String(),
  isThis: Type.Boolean(),
});
export const PersonWire = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.String(),
  status: Status,
  hasSecondFactor: Type.Boolean(),
  hasPassword: Type.Boolean({ description: 'False until an invitation was taken up' }),
  createdAt: Type.String(),
});
export const ColleagueWire = Type.Object({
  ...PersonWire.properties,
  lastSeenAt: Nullable<string>('string', 'When a browser of theirs was last heard of'),
});
export const SentLinkWire = Type.Object({
  wasSent: Type.Boolean(),
  link: Type.Optional(Text('Where it was not sent: to be handed on')),
});
export const InvitedWire = Type.Object({ person: PersonWire, ...SentLinkWire.properties });
export const ActWire = Type.Object({
  id: Type.String(),
  at: Type.String(),
  who: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String(), desk: Type.String() }),
  action: Type.String(),
  subject: Type.Object({
    kind: Type.String(),
    id: Type.String(),
    name: Type.Optional(Text('What a driver or a person is called now')),
  }),
  partnerId: Type.Optional(Text('Whose business it was')),
  partnerName: Type.Optional(Text('What that partner is called now')),
  reason: Type.Optional(Type.String()),
  details: Type.Optional(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
});

/** Whoever has a shell on the machine needs no account. */
export const COMMAND_LINE = { id: 'command-line', name: 'Command line', email: '', desk: 'command line' };

export function signedInToWire({ id, email, name, role }: Person): Static<typeof SignedInWire> {
  return { person: { id, email, name, role } };
}

type Me = {
  readonly person: Person;
  readonly hasSecondFactor: boolean;
  readonly environment: Static<typeof MeWire>['environment'];
  readonly terms: PartnerTerms | undefined;
};

export function meToWire({ person, hasSecondFactor, environment, terms }: Me): Static<typeof MeWire> {
  const { id, desk, email, name, role } = person;
  return {
    id,
    email,
    name,
    role,
    permissions: [...permissionsOf(desk, role)],
    hasSecondFactor,
    environment,
    ...(terms === undefined ? {} : { partner: partnerToWire(terms) }),
  };
}

function partnerToWire({ id, name, markets, platforms }: PartnerTerms) {
  return { id, name, markets: [...markets], platforms: [...platforms] };
}

export function personToWire(account: Account): Static<typeof PersonWire> {
  const { id, email, name, role, status, passwordHash, secondFactor, createdAt } = account;
  return {
    id,
    email,
    name,
    role,
    status,
    hasSecondFactor: secondFactor?.isOn === true,
    hasPassword: passwordHash !== undefined,
    createdAt: formatInstant(createdAt),
  };
}

export function colleagueToWire({ lastSeenAt, ...account }: Colleague): Static<typeof ColleagueWire> {
  return { ...personToWire(account), lastSeenAt: lastSeenAt === undefined ? null : formatInstant(lastSeenAt) };
}

export function deviceToWire(session: DeskSession, current: string): Static<typeof DeviceWire> {
  const { id, device, address, createdAt, lastSeenAt } = session;
  return {
    id,
    device,
    address,
    createdAt: formatInstant(createdAt),
    lastSeenAt: formatInstant(lastSeenAt),
    isThis: id === current,
  };
}

/** What was sent is not shown: only the person has it then. */
export function sentLinkToWire({ url }: MadeLink, wasSent: boolean): Static<typeof SentLinkWire> {
  return { wasSent, ...(wasSent ? {} : { link: url }) };
}

export function actToWire({
  at,
  by,
  partnerId,
  partnerName,
  reason,
  details,
  ...act
}: RecordedAct): Static<typeof ActWire> {
  return {
    ...act,
    at: formatInstant(at),
    who: by ?? COMMAND_LINE,
    ...(partnerId === undefined ? {} : { partnerId }),
    ...(partnerName === undefined ? {} : { partnerName }),
    ...(reason === undefined ? {} : { reason }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  };
}

/** Where the next page of acts begins. */
export function placeToCursor({ at, id }: { readonly at: Instant; readonly id: string }): string {
  return `${at}-${id}`;
}

export function placeFromCursor(text: string): { readonly at: Instant; readonly id: string } | undefined {
  const [, at, id] = /^(\d{1,15})-(\d{1,18})$/.exec(text) ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
}
