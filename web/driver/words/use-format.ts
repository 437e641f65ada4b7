import { useMemo } from 'react';
import { type Format, formatIn } from './format.ts';
import { useLanguage } from './words.ts';

/** Amounts, times and distances as the driver reads them. */
export function useFormat(): Format {
  const language = useLanguage();
  return useMemo(() => formatIn(language, undefined), [language]);
}
