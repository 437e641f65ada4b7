import type { Language } from '../rules/language.ts';
import { en } from './en.ts';
import { esMx } from './es-mx.ts';
import { id } from './id.ts';
import { ja } from './ja.ts';
import { ms } from './ms.ts';
import { ptBr } from './pt-br.ts';
import { th } from './th.ts';
import { vi } from './vi.ts';
import type { Vocabulary } from './vocabulary.ts';
import { zhHk } from './zh-hk.ts';
import { zhTw } from './zh-tw.ts';

export const WORDS: Readonly<Record<Language, Vocabulary>> = {
  en,
  'zh-HK': zhHk,
  'zh-TW': zhTw,
  ja,
  th,
  vi,
  id,
  ms,
  'pt-BR': ptBr,
  'es-MX': esMx,
};

/** The text with what belongs in its braces. */
export function fill(text: string, parts: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole);
}
