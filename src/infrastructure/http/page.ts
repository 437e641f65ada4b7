import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import { asIs, type Html, html } from './html.ts';

/** What all pages share. */
const STYLE = `
:root {
  color-scheme: light dark;
  --ink: #1c2430; --quiet: #56606e; --paper: #fbfaf7; --card: #ffffff; --line: #e3e0d8;
  --accent: #0b6b57; --good: #0b6b57; --bad: #b3261e; --note: #855600;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e9ebee; --quiet: #a3abb6; --paper: #14181d; --card: #1c2228; --line: #303841;
    --accent: #6fd3ba; --good: #6fd3ba; --bad: #ff9d94; --note: #f0c36d;
  }
}
* { box-sizing: border-box; margin: 0; }
body { font: 1.0625rem/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 44rem; margin: 0 auto; padding: 4.5rem 1.5rem; }
h1 { font-size: 2.4rem; line-height: 1.2; letter-spacing: -0.02em; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.2rem 0.8rem; }
h1 span { font-size: 0.85rem; font-weight: 600; letter-spacing: 0.02em; color: var(--accent); border: 1px solid currentColor; border-radius: 99px; padding: 0.1rem 0.7rem; }
h2 { font-size: 1.05rem; margin-top: 2.4rem; }
p { margin-top: 0.6rem; }
p, small, .quiet { color: var(--quiet); }
small { font-size: 0.92rem; }
a { color: var(--accent); }
code, pre, textarea { font: 0.875rem/1.6 ui-monospace, monospace; }
pre { margin-top: 0.7rem; padding: 0.9rem 1.1rem; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 30rem) { main { padding: 2.2rem 1.1rem; } h1 { font-size: 1.9rem; } }
`;

/** What a page shows, with the style that only it has. */
export type PagePart = {
  readonly html: Html;
  readonly style: string;
  /** The page says the same without it, as it stood when it was served. */
  readonly script?: string | undefined;
};
export type Page = PagePart & { readonly title: string };

/** What lies under a version is called by programs, and never a page. */
const OF_AN_API = /^\/(?:\w+\/)?v\d+(?:[/?]|$)/;

/** Whether somebody goes there in a browser's window. Programs do not say so, even those that take HTML beside everything else. */
export function asksForPage({ headers, url = '' }: Pick<IncomingMessage, 'headers' | 'url'>): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && !OF_AN_API.test(url);
}

/** One file without a stranger: its style and script are allowed by their hashes, and nothing else is. */
export function sendPage(reply: FastifyReply, { title, html: main, style, script }: Page): FastifyReply {
  const whole = STYLE + style;
  const policy = [
    "default-src 'none'",
    // For the icon in the tab.
    "img-src 'self'",
    `style-src '${hashOf(whole)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`, "connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${asIs(whole)}</style></head>
<body><main>
${main}
</main>${script === undefined ? undefined : html`<script>${asIs(script)}</script>`}</body>
</html>
`;
  return reply.header('content-security-policy', policy.join('; ')).type('text/html; charset=utf-8').send(page.text);
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
