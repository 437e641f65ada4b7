/** An amount as it stands in the books: its decimals are kept, and a single one is written as two. */
export function moneyText(amount: string, currency: string, language: string): string {
  const decimals = amount.split('.')[1]?.length ?? 0;
  const digits = decimals === 1 ? 2 : decimals;
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...form }).format(amount as `${number}`);
}
