import { orThrow } from '../foundation/decision.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { checkCard, type PricedMarket, readShippedCards } from './load-rates.ts';
import {
  type CardKey,
  cardMarks,
  cardVersions,
  insertDraft,
  lockCards,
  publishDraft,
  type StoredCard,
  withdrawVersion,
} from './pricing-sql.ts';
import { type CardState, cardState, decideOnCard } from './rules/card-state.ts';
import { versionAt } from './rules/cards-in-force.ts';
import { findCardFaults, findRequestFaults } from './rules/rate-card-document.ts';

type PricedService = { readonly decimals: number; readonly specialRequests: readonly string[] };

/** A card that nobody is charged by yet. */
export async function draftCard(
  tx: Transaction,
  key: CardKey,
  document: unknown,
  source: string,
  service: PricedService,
  now: Instant,
): Promise<number> {
  return insertDraft(tx, key, checkCard(document, source, service.decimals, service.specialRequests), now);
}

/** How the card stands now; whoever has seen it otherwise is refused, and nobody changes it meanwhile. */
export async function insistOnState(tx: Transaction, key: CardKey, seen: CardState, now: Instant): Promise<void> {
  await lockCards(tx);
  const published = (await cardMarks(tx, key)).flatMap(({ version, holdsFrom }) =>
    holdsFrom === undefined ? [] : [{ version, holdsFrom }],
  );
  orThrow(decideOnCard(cardState(published, now), seen));
}

/** From `holdsFrom` on, new quotations are made with this version. */
export async function publishCard(
  tx: Transaction,
  key: CardKey,
  version: number,
  service: PricedService,
  holdsFrom: Instant,
  now: Instant,
): Promise<void> {
  if (holdsFrom < now) throw new OperatorError('A version can hold from now on or later, not from the past.');
  const document = await publishDraft(tx, key, version, holdsFrom, now);
  if (document === undefined)
    throw new OperatorError(
      `There is no draft ${version} of ${key.service} in ${key.locode}.`,
      'See: waybill rates list',
    );
  insistOnFit(key, { version, document }, service);
}

/** The service may offer other special requests than when the version was written. */
function insistOnFit(
  { locode, service }: CardKey,
  { version, document }: Pick<StoredCard, 'version' | 'document'>,
  { decimals, specialRequests }: PricedService,
): void {
  const faults = [...findCardFaults(document, decimals), ...findRequestFaults(document, specialRequests)];
  if (faults.length === 0) return;
  const name = version === 0 ? 'What ships with the product' : `Version ${version}`;
  const because = faults.map(({ path, sentence }) => `${path} ${sentence}`).join(', ');
  throw new OperatorError(
    `${name} does not fit what ${service} in ${locode} offers by now: ${because}. Make a new draft from it.`,
    'See: waybill rates export',
  );
}

/** What is planned for later is a draft again. */
export async function withdrawCard(tx: Transaction, key: CardKey, version: number, now: Instant): Promise<void> {
  if (!(await withdrawVersion(tx, key, version, now)))
    throw new OperatorError(`Version ${version} is not planned for later. What holds or has held stays.`);
}

/** What an earlier version says holds again from now on, as a version of its own; answers with its number. */
export async function rollBackCard(
  tx: Transaction,
  markets: readonly PricedMarket[],
  key: CardKey,
  version: number,
  service: PricedService,
  now: Instant,
): Promise<number> {
  const { document, holdsFrom } = await findCard(tx, markets, key, version, now);
  if (holdsFrom === undefined || holdsFrom > now)
    throw new OperatorError(`Version ${version} has not held yet. Publish it instead.`);
  insistOnFit(key, { version, document }, service);
  const again = await insertDraft(tx, key, document, now);
  await publishCard(tx, key, again, service, now, now);
  return again;
}

/** Every version, newest first; last the one that ships with the product, where one does. */
export async function listCards(
  sql: Queryable,
  markets: readonly PricedMarket[],
  key: CardKey,
): Promise<readonly StoredCard[]> {
  const shipped = (await readShippedCards(markets)).filter(
    ({ locode, service }) => locode === key.locode && service === key.service,
  );
  return [...(await cardVersions(sql, key)), ...shipped];
}

/** One version, or the one that holds now. */
export async function findCard(
  sql: Queryable,
  markets: readonly PricedMarket[],
  key: CardKey,
  version: number | undefined,
  now: Instant,
): Promise<Omit<StoredCard, keyof CardKey>> {
  const all = await listCards(sql, markets, key);
  const published = all.flatMap((card) =>
    card.holdsFrom === undefined ? [] : [{ ...card, holdsFrom: card.holdsFrom }],
  );
  const found = version === undefined ? versionAt(published, now) : all.find((card) => card.version === version);
  if (found === undefined && version === undefined)
    throw new OperatorError(
      `${key.service} in ${key.locode} has no price. Begin with the card of another city or service, and draft it here.`,
      'See: waybill rates draft --help',
    );
  if (found === undefined)
    throw new OperatorError(
      `There is no version ${version} of ${key.service} in ${key.locode}.`,
      'See: waybill rates list',
    );
  return { version: found.version, document: found.document, holdsFrom: found.holdsFrom };
}
