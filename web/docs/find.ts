export type Entry = {
  readonly address: string;
  readonly title: string;
  readonly page: string;
  readonly words: string;
};

const MOST = 12;

/** What has all the words asked for, those that are called so first. */
export function find(entries: readonly Entry[], asked: string): Entry[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rank = ({ title, page, words: said }: Entry): number => {
    const name = title.toLowerCase();
    const all = `${name} ${page} ${said}`.toLowerCase();
    if (!words.every((word) => all.includes(word))) return 0;
    if (name.startsWith(words[0] as string) && words.every((word) => name.includes(word))) return 3;
    return words.every((word) => name.includes(word)) ? 2 : 1;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((one) => one.rank > 0)
    .sort((one, other) => other.rank - one.rank)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}
