import { useMemo } from 'react';
import { useWork } from '../day/work.ts';
import { type Format, formatIn } from './format.ts';
import { useLanguage } from './words.ts';

/** Amounts, times and distances as the driver reads them: in the language of the app, by the clock of the city. */
export function useFormat(): Format {
  const language = useLanguage();
  const timeZone = useWork().me?.timeZone;
  return useMemo(() => formatIn(language, timeZone), [language, timeZone]);
}
