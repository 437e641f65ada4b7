import type { FastifyInstance } from 'fastify';
import type { Environment } from '../infrastructure/config/environment.ts';
import { html } from '../infrastructure/http/html.ts';
import { type Page, type PagePart, sendPage } from '../infrastructure/http/page.ts';

const STYLE = `
.doors { list-style: none; padding: 0; margin-top: 2.2rem; display: grid; gap: 0.75rem; }
.doors a { display: block; color: inherit; text-decoration: none; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 0.9rem 1.1rem; }
.doors a:hover, .doors a:focus-visible { border-color: var(--accent); }
.doors strong { display: block; }
`;

const LINKS = [
  { href: '/portal', title: 'Portal', text: 'For partners: keys, webhooks, orders, wallet' },
  { href: '/console', title: 'Console', text: 'For operators: the city, its drivers and orders, partners and prices' },
  { href: '/driver', title: 'Driver app', text: 'Offers, the way and the proof, on a phone, also without signal' },
  { href: '/docs', title: 'Documents', text: 'Guides, and every call with its fields, its answers and its errors' },
  { href: '/health/ready', title: 'Health', text: 'Whether database, migrations and clock are well' },
];
const SANDBOX_LINKS = [
  { href: '/metrics', title: 'Metrics', text: 'What Prometheus reads: calls, durations, connections' },
];

/** `city` shows what happens now, where something does. */
export function addStartPage(app: FastifyInstance, environment: Environment, city?: () => Promise<PagePart>): void {
  app.get('/', { schema: { hide: true } as object }, async ({ log }, reply) => {
    const part = await city?.().catch((error: unknown) => {
      log.warn({ err: error }, 'the start page is shown without its city');
      return undefined;
    });
    return sendPage(reply, startPage(environment, part));
  });
}

function startPage(environment: Environment, city: PagePart | undefined): Page {
  const links = environment === 'sandbox' ? [...LINKS, ...SANDBOX_LINKS] : LINKS;
  const doors = links.map(
    ({ href, title, text }) => html`<li><a href="${href}"><strong>${title}</strong><small>${text}</small></a></li>`,
  );
  return {
    title: 'Waybill',
    style: STYLE + (city?.style ?? ''),
    script: city?.script,
    html: html`<h1>Waybill <span>${environment}</span></h1>
<p>An open delivery platform: quotations, orders, couriers, proof. It is running.</p>
${city?.html}
<ul class="doors">${doors}</ul>
<h2>A first signed call</h2>
<pre tabindex="0"><code>npx waybill sign GET /v3/cities | sh</code></pre>`,
  };
}
