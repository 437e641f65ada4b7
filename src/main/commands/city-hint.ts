import type { Market } from '../../markets/index.ts';

/** How a city is written, for whoever wrote one that is not there: by its name, by its market, or at all. */
export function cityHint(markets: readonly Market[], written: string): string {
  const plain = written.trim().toLowerCase();
  const known = markets.flatMap(({ cities }) => cities).find(({ name }) => name.toLowerCase() === plain);
  if (known !== undefined) return `Write it as "${known.locode}".`;
  const code = /^[a-z]{2}\b|^[a-z]{2}(?=_)/.exec(plain)?.[0].toUpperCase();
  const nearby = markets.find(({ market }) => market === code)?.cities ?? [];
  if (nearby.length > 0)
    return `In ${code} there is ${nearby.map(({ locode, name }) => `"${locode}", ${name}`).join('; ')}.`;
  return 'Write it as "HK HKG".';
}
