/** That of the latest entry; the first where nothing was booked. */
export function walletInUse<Wallet extends { readonly latestEntryAt: string | null }>(
  wallets: readonly Wallet[],
): Wallet | undefined {
  return wallets.toSorted((a, b) => (b.latestEntryAt ?? '').localeCompare(a.latestEntryAt ?? ''))[0];
}
