/** An amount as it stands in the books: its decimals are kept. */
export function moneyText(amount: string, currency: string, language: string): string {
  const digits = amount.split('.')[1]?.length ?? 0;
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...form }).format(Number(amount));
}
