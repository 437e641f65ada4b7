/** Text that is HTML already. */
class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export type Html = Markup;
type Part = string | number | Html | undefined | readonly Part[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '\uFFFD',
};

/** HTML in which whatever is put in is shown as it is, unless it is HTML already; undefined is nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Markup(strings.map((text, n) => (n === 0 ? text : textOf(parts[n - 1]) + text)).join(''));
}

function textOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replaceAll(/[&<>"'\0]/g, (character) => ESCAPES[character] as string);
}

/** For text of our own in which nothing may be escaped: styles and scripts. */
export function asIs(text: string): Html {
  return new Markup(text);
}
