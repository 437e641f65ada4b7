type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** UNNAMED: a form on a page that gives no referrer. */
export type CallOrigin = 'OURS' | 'FOREIGN' | 'UNNAMED';

/**
 * Whose page a call comes from, where `host` is our name as the browser knows it. Browsers say it in Sec-Fetch-Site, older ones at least in
 * Origin; what says neither is no browser.
 */
export function originOf({ headers, host }: { readonly headers: Headers; readonly host: string }): CallOrigin {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'OURS' : 'FOREIGN';
  if (origin === 'null') return 'UNNAMED';
  return origin === undefined || origin === `https://${host}` ? 'OURS' : 'FOREIGN';
}
