import { type Html, html } from '../infrastructure/http/html.ts';
import type { Page } from '../infrastructure/http/page.ts';
import type { Finding, Report, Tone } from './rules/report.ts';

const STYLE = `
.verdict { margin-top: 2rem; padding: 1.1rem 1.3rem; background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--tone); border-radius: 10px; }
.verdict h2 { margin: 0; font-size: 1.25rem; color: var(--tone); }
.verdict p { color: inherit; margin-top: 0.35rem; overflow-wrap: anywhere; }
.good { --tone: var(--good); } .bad { --tone: var(--bad); } .note { --tone: var(--note); }
dl { margin-top: 0.7rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
dl div { display: grid; grid-template-columns: 7.5rem 1fr; gap: 0.2rem 1rem; padding: 0.65rem 1.3rem; border-top: 1px solid var(--line); }
dl div:first-child { border-top: 0; }
dt { color: var(--quiet); }
dd { overflow-wrap: anywhere; }
dd p { margin: 0.1rem 0 0; font-size: 0.92rem; }
.mark { color: var(--tone); font-weight: 600; font-size: 0.85rem; white-space: nowrap; margin-left: 0.5rem; }
.signed { white-space: pre-wrap; overflow-wrap: anywhere; }
.end { font-size: 0.72rem; font-weight: 600; color: var(--accent); border: 1px solid currentColor; border-radius: 4px; padding: 0 0.25rem; margin-left: 0.3rem; user-select: none; }
label { display: block; font-weight: 600; margin-top: 2.4rem; }
textarea { display: block; width: 100%; min-height: 15rem; margin-top: 0.6rem; padding: 0.9rem 1.1rem; color: inherit; background: var(--card); border: 1px solid var(--quiet); border-radius: 10px; resize: vertical; }
button { margin-top: 0.9rem; padding: 0.6rem 1.4rem; font: inherit; font-weight: 600; color: var(--paper); background: var(--accent); border: 0; border-radius: 10px; cursor: pointer; }
footer { margin-top: 2.4rem; }
@media (max-width: 30rem) { dl div { grid-template-columns: 1fr; } }
`;

/** What came of what was pasted: nothing yet, a report, or why there is none. */
export type Outcome = { readonly report: Report } | { readonly problem: string } | undefined;

export function signaturePage(pasted: string, outcome: Outcome): Page {
  return {
    title: `${titleOf(outcome)}Signature doctor · Waybill`,
    style: STYLE,
    html: html`<h1>Signature doctor <span>sandbox</span></h1>
<p>Paste a request that is refused, and see what is wrong with it and what to do. Paste one that works, and see how it is read.</p>
${outcome === undefined ? undefined : 'report' in outcome ? reportOf(outcome.report) : verdictOf('bad', 'This cannot be read', outcome.problem)}
<form method="post" action="/portal/signature">
<label for="request">${outcome === undefined ? 'The request' : 'The request, to change and look again'}</label>
<p id="how">A curl command, as <code>waybill sign</code>, a browser or Postman gives it, or a raw HTTP request. Never paste a secret: none is needed.</p>
<textarea id="request" name="request" required spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="how" placeholder="curl -X POST https://…">
${pasted}</textarea>
<button>Take it apart</button>
</form>
<footer><small>Not judged here: how often you call, from which address, and the fields inside <code>data</code>. What you paste is not kept. <a href="/docs">API reference</a> · <a href="/">Start page</a></small></footer>`,
  };
}

function titleOf(outcome: Outcome): string {
  if (outcome === undefined) return '';
  return `${'report' in outcome ? outcome.report.verdict.headline : 'This cannot be read'} · `;
}

function reportOf({ verdict, findings, text }: Report): Html {
  return html`${verdictOf(verdict.tone, verdict.headline, verdict.sentence)}
<h2>The request, taken apart</h2>
<dl>${findings.map(row)}</dl>
<h2>The text to be signed</h2>
<p>With HMAC-SHA256 and the API secret, in hexadecimal digits. The ends of lines, which are signed too, are shown.</p>
<pre class="signed">${visibly(text)}</pre>`;
}

function verdictOf(tone: Tone, headline: string, sentence: string): Html {
  return html`<section class="verdict ${tone}" role="status"><h2>${headline}</h2><p>${sentence}</p></section>`;
}

const MARKS: Readonly<Record<Tone, string>> = { good: '✓ right', bad: '✕ wrong', note: '! note', plain: '' };

function row({ name, value, tone, remark }: Finding): Html {
  const mark = MARKS[tone] === '' ? undefined : html` <span class="mark ${tone}">${MARKS[tone]}</span>`;
  return html`<div><dt>${name}</dt><dd><code>${value}</code>${mark}${remark === undefined ? undefined : html`<p>${remark}</p>`}</dd></div>`;
}

/** So much of a body shows what it is. */
const MOST_SHOWN = 20_000;

/** With a mark at each end of a line, which could not be seen otherwise. */
function visibly(text: string): Html {
  const shown = text.slice(0, MOST_SHOWN);
  const lines = shown.split(/(\r\n|\n)/).map((part) => {
    if (part === '\r\n') return html`<span class="end">CR LF</span>\n`;
    return part === '\n' ? html`<span class="end">LF</span>\n` : html`${part}`;
  });
  const left = text.length - shown.length;
  return html`${lines}${left === 0 ? undefined : html` … and ${left.toLocaleString('en')} more characters`}`;
}
