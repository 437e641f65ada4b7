/** Each in its own words, as it stands in the list. */
export const LANGUAGES = {
  en: 'English',
  'zh-HK': '繁體中文（香港）',
  'zh-TW': '繁體中文（台灣）',
  ja: '日本語',
  th: 'ไทย',
  vi: 'Tiếng Việt',
  id: 'Bahasa Indonesia',
  ms: 'Bahasa Melayu',
  'pt-BR': 'Português (Brasil)',
  'es-MX': 'Español (México)',
} as const;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(tag: unknown): tag is Language {
  return typeof tag === 'string' && Object.hasOwn(LANGUAGES, tag);
}

/** The first of the wanted languages that the app speaks, in whatever country; English where it speaks none. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const spoken = spokenFor(tag.toLowerCase().split(/[-_]/));
    if (spoken !== undefined) return spoken;
  }
  return 'en';
}

function spokenFor([language, ...parts]: readonly string[]): Language | undefined {
  if (language === 'zh') return parts.includes('hk') || parts.includes('mo') ? 'zh-HK' : 'zh-TW';
  // Old phones call Indonesian by its former name.
  const name = language === 'in' ? 'id' : language;
  return Object.keys(LANGUAGES)
    .filter(isLanguage)
    .find((spoken) => spoken.split('-')[0] === name);
}
