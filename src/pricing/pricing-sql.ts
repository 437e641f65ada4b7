import type { Instant } from '../foundation/time.ts';
import { type Queryable, type Transaction, timestamp } from '../infrastructure/database/database.ts';
import type { RateCardDocument } from './rules/rate-card-document.ts';

export const RATE_CARDS_CHANNEL = 'rate_cards_changed';

export type CardKey = { readonly locode: string; readonly service: string };
export type StoredCard = CardKey & {
  readonly version: number;
  readonly document: RateCardDocument;
  /** Undefined for a draft. */
  readonly holdsFrom: Instant | undefined;
};
/** All but what it says. */
export type CardMark = Omit<StoredCard, 'document'> & { readonly createdAt: Instant };

type CardRow = {
  locode: string;
  service: string;
  version: number;
  document: RateCardDocument;
  holds_from: Date | null;
};

function cardFromRow({ locode, service, version, document, holds_from }: CardRow): StoredCard {
  return { locode, service, version, document, holdsFrom: holds_from?.getTime() };
}

/** Every version of every card; drafts too. */
export async function allCards(sql: Queryable): Promise<readonly StoredCard[]> {
  const rows = await sql.query<CardRow>(
    'select locode, service, version, document, holds_from from rate_card_versions',
  );
  return rows.map(cardFromRow);
}

/** Newest first; drafts too. */
export async function cardVersions(sql: Queryable, { locode, service }: CardKey): Promise<readonly StoredCard[]> {
  const rows = await sql.query<CardRow>(
    `select locode, service, version, document, holds_from from rate_card_versions
     where locode = $1 and service = $2 order by version desc`,
    [locode, service],
  );
  return rows.map(cardFromRow);
}

/** Every version there is, or every one of a card; newest first. */
export async function cardMarks(sql: Queryable, key?: CardKey): Promise<readonly CardMark[]> {
  const rows = await sql.query<Omit<CardRow, 'document'> & { created_at: Date }>(
    `select locode, service, version, holds_from, created_at from rate_card_versions
     where $1::text is null or (locode = $1 and service = $2) order by locode, service, version desc`,
    [key?.locode ?? null, key?.service ?? null],
  );
  return rows.map(({ locode, service, version, holds_from, created_at }) => ({
    locode,
    service,
    version,
    holdsFrom: holds_from?.getTime(),
    createdAt: created_at.getTime(),
  }));
}

/** Whoever drafts, publishes or withdraws waits for whoever does. */
export async function lockCards(tx: Transaction): Promise<void> {
  await tx.query('lock table rate_card_versions in share row exclusive mode');
}

export async function insertDraft(
  tx: Transaction,
  { locode, service }: CardKey,
  document: RateCardDocument,
  now: Instant,
): Promise<number> {
  await lockCards(tx);
  const [row] = await tx.query<{ version: number }>(
    `insert into rate_card_versions (locode, service, version, document, created_at)
     select $1, $2, coalesce(max(version), 0) + 1, $3, $4 from rate_card_versions where locode = $1 and service = $2
     returning version`,
    [locode, service, JSON.stringify(document), timestamp(now)],
  );
  return row?.version as number;
}

/** Only a draft can be published; answers with what it says, undefined where there is none of that version. */
export async function publishDraft(
  tx: Transaction,
  { locode, service }: CardKey,
  version: number,
  holdsFrom: Instant,
  now: Instant,
): Promise<RateCardDocument | undefined> {
  const [row] = await tx.query<Pick<CardRow, 'document'>>(
    `update rate_card_versions set holds_from = $4, published_at = $5
     where locode = $1 and service = $2 and version = $3 and holds_from is null returning document`,
    [locode, service, version, timestamp(holdsFrom), timestamp(now)],
  );
  await tx.query(`notify ${RATE_CARDS_CHANNEL}`);
  return row?.document;
}

/** A version whose time has not come is a draft again; false where it has, or there is none. */
export async function withdrawVersion(
  tx: Transaction,
  { locode, service }: CardKey,
  version: number,
  now: Instant,
): Promise<boolean> {
  const rows = await tx.query(
    `update rate_card_versions set holds_from = null, published_at = null
     where locode = $1 and service = $2 and version = $3 and holds_from > $4 returning 1`,
    [locode, service, version, timestamp(now)],
  );
  await tx.query(`notify ${RATE_CARDS_CHANNEL}`);
  return rows.length === 1;
}
