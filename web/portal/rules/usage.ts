type Limited = { readonly allowed: number; readonly allowedASecond: number | null };
type Counted = {
  readonly busiest: { readonly calls: number } | null;
  readonly allowed: number;
  readonly refused: number;
};

/** Those that were used, the nearest to its limit first, and the others. */
export function byUse<Usage extends Counted>(all: readonly Usage[]): { used: Usage[]; unused: Usage[] } {
  const share = ({ busiest, allowed }: Usage) => (busiest?.calls ?? 0) / allowed;
  return {
    used: all
      .filter(({ busiest, refused }) => busiest !== null || refused > 0)
      .sort((a, b) => b.refused - a.refused || share(b) - share(a)),
    unused: all.filter(({ busiest, refused }) => busiest === null && refused === 0),
  };
}

/** How often such a call may be made. */
export function allowedWords({ allowed, allowedASecond }: Limited): string {
  const aMinute = `${allowed.toLocaleString('en')} calls a minute`;
  return allowedASecond === null ? aMinute : `${aMinute}, and ${allowedASecond.toLocaleString('en')} a second`;
}

/** On the clock of whoever looks. */
export function clockTime(at: string): string {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** The key that was used last; the first where none was. */
export function lastUsed<Key extends { readonly lastUsedAt: string | null }>(keys: readonly Key[]): Key | undefined {
  return [...keys].sort((a, b) => (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? ''))[0];
}
