import { Type } from 'typebox';
import { CSV_START, csvRecord, type Decimal } from '../foundation/csv.ts';
import { formatAmount, type MinorUnits } from '../foundation/money.ts';
import { formatInstant, localTimeText } from '../foundation/time.ts';
import { PageLimit } from '../infrastructure/http/page-query.ts';
import { CsvDecimal, OneOf } from '../infrastructure/http/schema.ts';
import { type Market, marketTimeZone } from '../markets/index.ts';
import type { PartnerRecord } from '../partners/index.ts';
import { type CreditNote, creditNoteNumber, entryToWire, type WalletView } from '../wallet/index.ts';
import { Reason } from './reason.ts';

const Markets = Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { minItems: 1, maxItems: 50, uniqueItems: true });
const Platforms = Type.Array(OneOf(['ON_DEMAND', 'PLUS']), {
  minItems: 1,
  uniqueItems: true,
});
const terms = {
  sourceAddresses: Type.Optional(Type.Array(Type.String({ maxLength: 50 }), { maxItems: 50 })),
  limitFactor: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
};
const Amount = Type.String({ maxLength: 30 });
const MarketCode = Type.String({ maxLength: 2 });

export const PartnersQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 100 })),
  after: Type.Optional(Type.String()),
  limit: PageLimit,
});
export const PartnerParams = Type.Object({ partnerId: Type.String() });
export const KeyParams = Type.Object({ partnerId: Type.String(), apiKey: Type.String() });
export const MarketParams = Type.Object({ partnerId: Type.String(), market: Type.String() });
export const CreditNotesFileQuery = Type.Object({ decimal: CsvDecimal });
export const CreditNotesQuery = Type.Object({ after: Type.Optional(Type.String()), limit: PageLimit });

export const NewPartnerData = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  markets: Markets,
  platforms: Platforms,
  ...terms,
  credit: Type.Optional(Amount),
  reason: Reason,
});
export const NewKeyData = Type.Object({
  markets: Type.Optional(Markets),
  platforms: Type.Optional(Platforms),
  ...terms,
  reason: Reason,
});
export const ChangeKeyData = Type.Object({
  /** The revision that the person saw. */
  seen: Type.Integer(),
  status: Type.Optional(OneOf(['active', 'suspended', 'revoked'])),
  markets: Type.Optional(Markets),
  platforms: Type.Optional(Platforms),
  ...terms,
  reason: Reason,
});
export const TopUpData = Type.Object({
  market: MarketCode,
  amount: Amount,
  reference: Type.Optional(Type.String({ maxLength: 200 })),
  reason: Reason,
});
export const CreditNoteData = Type.Object({
  market: MarketCode,
  amount: Amount,
  orderId: Type.Optional(Type.String({ maxLength: 30 })),
  reason: Reason,
});

export function partnerRowToWire({ id, name, createdAt, keys }: PartnerRecord) {
  const living = keys.filter(({ status }) => status !== 'revoked');
  return {
    partnerId: id,
    name,
    createdAt: formatInstant(createdAt),
    markets: [...new Set(living.flatMap(({ markets }) => markets))].sort(),
    platforms: [...new Set(living.flatMap(({ platforms }) => platforms))].sort(),
    keys: living.length,
    isSuspended: living.length > 0 && living.every(({ status }) => status === 'suspended'),
  };
}
export type PartnerRow = ReturnType<typeof partnerRowToWire>;

type Purse = WalletView & { readonly market: Market };

export function partnerToWire(partner: PartnerRecord, purses: readonly Purse[]) {
  return {
    ...partnerRowToWire(partner),
    keys: partner.keys.map(({ publicKey, ...key }) => ({ apiKey: publicKey, ...key })),
    wallets: purses.map(({ market, balanceMinor, heldMinor, transfers: [latest] }) => ({
      market: market.market,
      name: market.name,
      currency: market.currency,
      balance: formatAmount(balanceMinor, market.decimals),
      held: formatAmount(heldMinor, market.decimals),
      latestEntryAt: latest === undefined ? null : formatInstant(latest.createdAt),
    })),
  };
}
export type PartnerWire = ReturnType<typeof partnerToWire>;

export function walletToWire({ balanceMinor, heldMinor, transfers }: WalletView, { currency, decimals }: Market) {
  const print = (amount: MinorUnits) => formatAmount(amount, decimals);
  return {
    currency,
    balance: print(balanceMinor),
    held: print(heldMinor),
    entries: transfers.map((transfer) => entryToWire(transfer, print)),
  };
}
export type WalletWire = ReturnType<typeof walletToWire>;

export function creditNoteToWire(note: CreditNote, { decimals }: Pick<Market, 'decimals'>) {
  return {
    number: creditNoteNumber(note),
    issuedAt: formatInstant(note.issuedAt),
    orderId: note.orderId ?? null,
    amount: formatAmount(note.amountMinor, decimals),
    currency: note.currency,
    reason: note.reason,
  };
}
export type CreditNoteWire = ReturnType<typeof creditNoteToWire>;

/** One line for each, newest first. */
export function creditNotesCsv(
  notes: readonly CreditNote[],
  partner: string,
  market: Market,
  decimal: Decimal | undefined,
): string {
  const lines = notes.map((note) => {
    const { number, orderId, amount, currency, reason } = creditNoteToWire(note, market);
    const issued = { time: localTimeText(note.issuedAt, marketTimeZone(market)) };
    return csvRecord([number, issued, partner, orderId ?? '', { number: amount }, currency, reason], decimal);
  });
  return [
    CSV_START,
    csvRecord(['number', 'issued_at_local', 'partner', 'order_id', 'amount', 'currency', 'reason'], decimal),
    ...lines,
  ].join('');
}
