import { useSyncExternalStore } from 'react';
import { chooseLanguage, isLanguage, type Language } from './choose-language.ts';
import { en, type Key, type Values, type Words } from './en.ts';
import { fill } from './fill.ts';

const KEPT_AS = 'waybill.language';

/** Each language but English is a file of its own, fetched when it is spoken. */
const LOADERS: Readonly<Record<Language, () => Promise<{ readonly words: Words }>>> = {
  en: async () => ({ words: en }),
  'zh-HK': () => import('./zh-hk.ts'),
  'zh-TW': () => import('./zh-tw.ts'),
  ja: () => import('./ja.ts'),
  th: () => import('./th.ts'),
  vi: () => import('./vi.ts'),
  id: () => import('./id.ts'),
  ms: () => import('./ms.ts'),
  'pt-BR': () => import('./pt-br.ts'),
  'es-MX': () => import('./es-mx.ts'),
};

let language: Language = 'en';
let words: Words = en;
const listeners = new Set<() => void>();

/** Before anything is drawn, so that nothing is drawn in the wrong language. */
export function startWords(): Promise<void> {
  return speak(kept() ?? chooseLanguage(navigator.languages));
}

/** From now on, and after the next start. */
export async function changeLanguage(chosen: Language): Promise<void> {
  await speak(chosen);
  try {
    localStorage.setItem(KEPT_AS, chosen);
  } catch {
    // A phone that keeps nothing is asked for its own language at the next start.
  }
}

export type Say = <K extends Key>(key: K, ...values: Values<K>) => string;

const say: Say = (key, ...[values]) => fill(words[key], values ?? {}, language);

export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, () => language);
}

/** The words of the driver's language. */
export function useWords(): Say {
  useLanguage();
  return say;
}

async function speak(chosen: Language): Promise<void> {
  try {
    ({ words } = await LOADERS[chosen]());
    language = chosen;
  } catch {
    // Its file cannot be fetched without signal: what is spoken so far goes on.
  }
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function kept(): Language | undefined {
  try {
    const tag = localStorage.getItem(KEPT_AS);
    return isLanguage(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
}
