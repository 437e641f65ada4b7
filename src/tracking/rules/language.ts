export const LANGUAGES = ['en', 'zh-HK', 'zh-TW', 'ja', 'th', 'vi', 'id', 'ms', 'pt-BR', 'es-MX'] as const;
export type Language = (typeof LANGUAGES)[number];

const OTHERWISE: Language = 'en';
const MOST_RANGES = 20;
/** What a wish for a language leads to, the narrower first. */
const MEANT: readonly (readonly [RegExp, Language])[] = [
  [/^zh-(hant-)?(hk|mo)\b/, 'zh-HK'],
  [/^zh\b/, 'zh-TW'],
  [/^pt\b/, 'pt-BR'],
  [/^es\b/, 'es-MX'],
  // The code of Indonesian was another one until 1989, and some phones still send it.
  [/^in\b/, 'id'],
];

/** The one that was chosen on the page, else what the browser likes best of those there are. */
export function chooseLanguage(chosen: string | undefined, acceptLanguage: string | undefined): Language {
  const known = LANGUAGES.find((language) => language.toLowerCase() === chosen?.toLowerCase());
  if (known !== undefined) return known;
  for (const range of wishesOf(acceptLanguage ?? '')) {
    const meant = languageOf(range);
    if (meant !== undefined) return meant;
  }
  return OTHERWISE;
}

function languageOf(range: string): Language | undefined {
  const plain = LANGUAGES.find((language) => language === range.split('-')[0]);
  return plain ?? MEANT.find(([pattern]) => pattern.test(range))?.[1];
}

/** Most wanted first; as they stand where they are wanted alike. */
function wishesOf(header: string): readonly string[] {
  return header
    .toLowerCase()
    .split(',', MOST_RANGES)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { range, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ range }) => range);
}
