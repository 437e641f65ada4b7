import type { Text } from './en.ts';

/** The text with its {places} filled in. `count` also decides the form, and is written as the language writes numbers. */
export function fill(text: Text, values: Readonly<Record<string, string | number>>, language: string): string {
  const form = typeof text === 'string' ? text : formOf(text, values.count, language);
  return form.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}

function formOf(text: Exclude<Text, string>, count: string | number | undefined, language: string): string {
  const form = new Intl.PluralRules(language).select(Number(count));
  return form === 'one' ? (text.one ?? text.other) : text.other;
}
