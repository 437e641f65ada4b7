import { Type } from 'typebox';
import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import { HOUR_MS, type Instant, parseInstant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import { createCallLimit } from '../infrastructure/http/call-limit.ts';
import { PageLimit, pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { type Answer, created, ok, okPage } from '../infrastructure/http/partner-api.ts';
import type { Messages } from '../infrastructure/messages.ts';
import { findPartner } from '../partners/index.ts';
import {
  ActWire,
  actToWire,
  ChangePersonData,
  COMMAND_LINE,
  ColleagueWire,
  colleagueToWire,
  InvitedWire,
  NewLinkData,
  NewPartnerPersonData,
  NewPersonData,
  PartnerParams,
  PersonParams,
  PersonWire,
  personToWire,
  placeFromCursor,
  placeToCursor,
  SentLinkWire,
  sentLinkToWire,
} from './accounts-wire.ts';
import { listActs } from './acts-sql.ts';
import { changeStanding, colleagueOf } from './change-person.ts';
import { createPerson } from './create-person.ts';
import type { DeskApi } from './desk-api.ts';
import { makeLinkFor } from './make-link.ts';
import { findAccount, listColleagues } from './people-sql.ts';
import type { Person } from './rules/person.ts';
import { sendLink } from './send-link.ts';
import { addSessionRoutes, type SessionDeps } from './session-http.ts';

export type AccountsHttpDeps = SessionDeps & { readonly messages: Messages; readonly clock: Clock };

/** Each is a message to somebody who may not have asked for it. Counted for a team together. */
const LINKS_AN_HOUR = 60;

/** What both desks have: signing in, oneself, colleagues, and who did what. */
export function addAccountRoutes(api: DeskApi, deps: AccountsHttpDeps): void {
  addSessionRoutes(api, deps);
  addPeopleRoutes(api, deps);
  addActRoutes(api, deps);
}

function addPeopleRoutes(api: DeskApi, deps: AccountsHttpDeps): void {
  const { database, messages } = deps;
  const at = `/${api.desk}/v1/people`;
  const limitLinks = createCallLimit(deps.clock, LINKS_AN_HOUR, HOUR_MS);
  const countLink = ({ partnerId, id }: Person) => limitLinks(partnerId ?? id);

  api.get(at, { may: 'look', answers: { 200: Type.Array(ColleagueWire) } }, async ({ person }) =>
    ok((await listColleagues(database, person)).map(colleagueToWire)),
  );
  // Not remembered, like every answer that may hold a link.
  api.post(
    at,
    { may: 'people', data: NewPersonData, answers: { 201: InvitedWire } },
    async ({ person: by, data, now }) => {
      countLink(by);
      return invite(deps, { ...data, by, desk: by.desk, partnerId: by.partnerId }, now);
    },
  );
  api.patch(
    `${at}/:personId`,
    { may: 'people', params: PersonParams, data: ChangePersonData, answers: { 200: PersonWire } },
    async ({ person: by, params, data, now, once }) =>
      once(async (tx) => ok(personToWire(await changeStanding(tx, by, params.personId, data, now)))),
  );
  api.post(
    `${at}/:personId/link`,
    { may: 'people', params: PersonParams, data: NewLinkData, answers: { 201: SentLinkWire } },
    async ({ person: by, params, data, now }) => {
      countLink(by);
      const { person, link } = await database.inTransaction(async (tx) => {
        const colleague = await colleagueOf(tx, by, params.personId);
        const given = { by, removeSecondFactor: data.removeSecondFactor === true };
        return { person: colleague, link: await makeLinkFor(deps, tx, colleague, given, now) };
      });
      return created(sentLinkToWire(link, await sendLink(messages, person, link)));
    },
  );
}

async function invite(
  deps: AccountsHttpDeps,
  given: Parameters<typeof createPerson>[2],
  now: Instant,
): Promise<Answer> {
  const { person, link, account } = await deps.database.inTransaction(async (tx) => {
    const made = await createPerson(deps, tx, given, now);
    return { ...made, account: await findAccount(tx, made.person.id) };
  });
  const sent = await sendLink(deps.messages, person, link);
  return created({ person: account && personToWire(account), ...sentLinkToWire(link, sent) });
}

/** A partner's people at the portal, as an operator sees and invites them. */
export function addPartnerPeopleRoutes(api: DeskApi<'console'>, deps: AccountsHttpDeps): void {
  const { database } = deps;
  const at = '/console/v1/partners/:partnerId/people';
  const known = async (id: string) => {
    const partner = isId(id) ? await findPartner(database, id) : undefined;
    if (partner === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such partner.');
    return partner.id;
  };
  api.get(
    at,
    { may: 'look', params: PartnerParams, answers: { 200: Type.Array(ColleagueWire) } },
    async ({ params }) => {
      const team = { desk: 'portal', partnerId: await known(params.partnerId) } as const;
      return ok((await listColleagues(database, team)).map(colleagueToWire));
    },
  );
  api.post(
    at,
    { may: 'partners', params: PartnerParams, data: NewPartnerPersonData, answers: { 201: InvitedWire } },
    async ({ person: by, params, data, now }) =>
      invite(deps, { ...data, by, desk: 'portal', partnerId: await known(params.partnerId) }, now),
  );
}

const ActQuery = Type.Object({
  person: Type.Optional(Type.String()),
  subjectKind: Type.Optional(Type.String()),
  subjectId: Type.Optional(Type.String()),
  partner: Type.Optional(Type.String()),
  since: Type.Optional(Type.String()),
  until: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
  limit: PageLimit,
});

/** Partners see what their own people did; what operators do, and why, stays at the console. */
function addActRoutes(api: DeskApi, { database }: AccountsHttpDeps): void {
  api.get(
    `/${api.desk}/v1/acts`,
    { may: 'look', query: ActQuery, paged: true, answers: { 200: Type.Array(ActWire) } },
    async ({ person, query }) => {
      const limit = pageLimitOf(query.limit);
      const filters = {
        ...(person.partnerId === undefined
          ? { partnerId: idIn(query.partner, 'partner') }
          : { partnerId: person.partnerId, desk: api.desk }),
        personId: query.person === COMMAND_LINE.id ? null : idIn(query.person, 'person'),
        subject: { kind: query.subjectKind, id: query.subjectId },
        since: instantIn(query.since, 'since'),
        until: instantIn(query.until, 'until'),
      };
      const after = query.after === undefined ? undefined : placeFromCursor(query.after);
      if (query.after !== undefined && after === undefined)
        throw wrongQuery('"after" must be the "next" of the page before.', 'after');
      const found = await listActs(database, filters, { after, limit: limit + 1 });
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return okPage(shown.map(actToWire), found.length > limit && last !== undefined ? placeToCursor(last) : null);
    },
  );
}

function idIn(text: string | undefined, name: string): string | undefined {
  if (text === undefined || isId(text)) return text;
  throw wrongQuery('An id has 19 digits.', name);
}

function instantIn(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant === undefined) throw wrongQuery('A time must look like 2026-12-01T00:00:00Z.', name);
  return instant;
}
