import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { type PricedMarket, readCard, readShippedCards } from './load-rates.ts';
import { type CardKey, cardVersions, insertDraft, publishDraft } from './pricing-sql.ts';
import { versionAt } from './rules/cards-in-force.ts';
import type { RateCardDocument } from './rules/rate-card-document.ts';

/** A card that nobody is charged by yet. */
export async function draftCard(
  database: Database,
  key: CardKey,
  text: string,
  source: string,
  service: { readonly decimals: number; readonly specialRequests: readonly string[] },
  now: Instant,
): Promise<number> {
  const document = readCard(text, source, service.decimals, service.specialRequests);
  return database.inTransaction((tx) => insertDraft(tx, key, document, now));
}

/** From `holdsFrom` on, new quotations are made with this version. */
export async function publishCard(
  database: Database,
  key: CardKey,
  version: number,
  holdsFrom: Instant,
  now: Instant,
): Promise<void> {
  if (holdsFrom < now) throw new OperatorError('A version can hold from now on or later, not from the past.');
  const published = await database.inTransaction((tx) => publishDraft(tx, key, version, holdsFrom, now));
  if (!published)
    throw new OperatorError(`There is no draft ${version} of ${key.service} in ${key.locode}. See: waybill rates list`);
}

/** One version, or the one that holds now. */
export async function findCard(
  database: Database,
  markets: readonly PricedMarket[],
  key: CardKey,
  version: number | undefined,
  now: Instant,
): Promise<{ version: number; document: RateCardDocument }> {
  const shipped = (await readShippedCards(markets)).find(
    ({ locode, service }) => locode === key.locode && service === key.service,
  );
  const stored = await cardVersions(database, key);
  const all = shipped === undefined ? stored : [...stored, shipped];
  const published = all.flatMap((card) =>
    card.holdsFrom === undefined ? [] : [{ ...card, holdsFrom: card.holdsFrom }],
  );
  const found = version === undefined ? versionAt(published, now) : all.find((card) => card.version === version);
  if (found === undefined) throw new OperatorError(`There is no such rate card for ${key.service} in ${key.locode}.`);
  return { version: found.version, document: found.document };
}
