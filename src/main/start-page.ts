import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../infrastructure/config/environment.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --quiet: #56606e; --paper: #fbfaf7; --card: #ffffff; --line: #e3e0d8; --accent: #0b6b57; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9ebee; --quiet: #a3abb6; --paper: #14181d; --card: #1c2228; --line: #303841; --accent: #6fd3ba; }
}
* { box-sizing: border-box; margin: 0; }
body { font: 17px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
main { max-width: 44rem; margin: 0 auto; padding: 4.5rem 1.5rem; }
h1 { font-size: 2.4rem; letter-spacing: -0.02em; display: flex; align-items: baseline; gap: 0.8rem; }
h1 span { font-size: 0.85rem; font-weight: 600; letter-spacing: 0.02em; color: var(--accent); border: 1px solid currentColor; border-radius: 99px; padding: 0.1rem 0.7rem; }
p { color: var(--quiet); margin-top: 0.6rem; }
ul { list-style: none; padding: 0; margin-top: 2.2rem; display: grid; gap: 0.75rem; }
a { display: block; color: inherit; text-decoration: none; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 0.9rem 1.1rem; }
a:hover, a:focus-visible { border-color: var(--accent); }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
strong { display: block; }
small { color: var(--quiet); font-size: 0.92rem; }
h2 { font-size: 1.05rem; margin-top: 2.4rem; }
pre { margin-top: 0.7rem; padding: 0.9rem 1.1rem; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 10px; font: 14px/1.6 ui-monospace, monospace; }
`;

const LINKS = [
  { href: '/docs', title: 'API reference', text: 'Every call with its fields, its answers and its errors' },
  { href: '/health/ready', title: 'Health', text: 'Whether database, migrations and clock are well' },
];
const SANDBOX_LINKS = [
  { href: '/metrics', title: 'Metrics', text: 'What Prometheus reads: calls, durations, connections' },
];

export function addStartPage(app: FastifyInstance, environment: Environment): void {
  const page = startPage(environment);
  const styleHash = createHash('sha256').update(STYLE).digest('base64');
  app.get('/', { schema: { hide: true } as object }, async (_request, reply) =>
    reply
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .type('text/html; charset=utf-8')
      .send(page),
  );
}

function startPage(environment: Environment): string {
  const links = environment === 'sandbox' ? [...LINKS, ...SANDBOX_LINKS] : LINKS;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Waybill</title><style>${STYLE}</style></head>
<body><main>
<h1>Waybill <span>${environment}</span></h1>
<p>An open delivery platform: quotations, orders, couriers, proof. It is running.</p>
<ul>
${links.map(({ href, title, text }) => `<li><a href="${href}"><strong>${title}</strong><small>${text}</small></a></li>`).join('\n')}
</ul>
<h2>A first signed call</h2>
<pre tabindex="0"><code>npx waybill sign GET /v3/cities | sh</code></pre>
</main></body>
</html>
`;
}
