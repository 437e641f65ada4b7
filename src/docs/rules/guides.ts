/** The guides in the order in which they are read; the name is that of the file and of the page. */
export const GUIDE_GROUPS: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  { title: 'Begin', names: ['quick-start', 'authentication', 'client', 'examples'] },
  { title: 'Deliver', names: ['cities', 'quotations', 'orders', 'wallet', 'plus'] },
  { title: 'Stay in step', names: ['webhooks', 'errors', 'retries-and-limits', 'testing', 'moving'] },
  { title: 'Run it', names: ['cli', 'operations', 'scaling', 'security'] },
];

/** The page of the site that a link in a guide leads to; undefined where it leads out of the guides. */
export function siteAddress(href: string): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href;
  if (href === '../openapi.json') return '/docs/openapi.json';
  const [, name, anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name === undefined ? undefined : `/docs/${name}${anchor}`;
}
