import { Marked, type Token, type Tokens } from 'marked';
import { siteAddress } from './guides.ts';

export type Heading = { readonly depth: number; readonly text: string; readonly anchor: string };
/** What stands under a heading, as words, to be searched. */
type Section = Heading & { readonly words: string };

export type Guide = {
  readonly title: string;
  /** What it is for: its first paragraph. */
  readonly summary: string;
  readonly html: string;
  readonly sections: readonly Section[];
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);

/** As most readers of Markdown make it, so that a link works in them too. The name of a code stays as it is. */
export function anchorOf(heading: string): string {
  if (/^[A-Z][A-Z0-9_]+$/.test(heading)) return heading;
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** A guide as a page of the site. Comments are for the tests, other HTML is shown as it is written. */
export function renderGuide(text: string): Guide {
  const marked = new Marked({ renderer: { html: ({ text: raw }) => (raw.startsWith('<!--') ? '' : escaped(raw)) } });
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const anchor = anchorOf(wordsOf(tokens));
        const inner = this.parser.parseInline(tokens);
        return depth === 1
          ? `<h1>${inner}</h1>\n`
          : `<h${depth} id="${anchor}"><a class="anchor" href="#${anchor}">${inner}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = siteAddress(href);
        const inner = this.parser.parseInline(tokens);
        return address === undefined ? inner : `<a href="${escaped(address)}">${inner}</a>`;
      },
      code: ({ text: code, lang }) =>
        `<pre tabindex="0" data-language="${escaped(lang ?? '')}"><code>${escaped(code)}</code></pre>\n`,
      table(token) {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const rows = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(text);
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading')?.tokens ?? [];
  const summary = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph')?.tokens ?? [];
  return {
    title: wordsOf(title),
    summary: wordsOf(summary),
    html: marked.parser(tokens),
    sections: sectionsOf(tokens),
  };
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: { depth: number; text: string; anchor: string; words: string }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const text = wordsOf(token.tokens ?? []);
      sections.push({ depth: token.depth, text, anchor: token.depth === 1 ? '' : anchorOf(text), words: '' });
    } else if (token.type !== 'html') {
      const last = sections.at(-1);
      if (last !== undefined) last.words += `${wordsOf([token])} `;
    }
  }
  return sections.map(({ words, ...section }) => ({ ...section, words: words.replace(/\s+/g, ' ').trim() }));
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'table') {
        const cells = [...(token as Tokens.Table).header, ...(token as Tokens.Table).rows.flat()];
        return cells.map((cell) => wordsOf(cell.tokens)).join(' ');
      }
      if (token.type === 'list') return (token as Tokens.List).items.map((item) => wordsOf(item.tokens)).join(' ');
      if ('tokens' in token && token.tokens !== undefined && token.tokens.length > 0) return wordsOf(token.tokens);
      return 'text' in token ? String(token.text) : '';
    })
    .join('');
}
