type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** UNNAMED: a form on a page that gives no referrer. */
export type CallOrigin = 'OURS' | 'FOREIGN' | 'UNNAMED';

type Call = {
  readonly headers: Headers;
  /** Our name as the caller knows it, or as a proxy in front does. */
  readonly host: string;
  readonly server: { readonly publicOrigin: string };
};

/** Whose page a call comes from. Browsers say it in Sec-Fetch-Site, older ones at least in Origin; what says neither is no browser. */
export function originOf({ headers, host, server }: Call): CallOrigin {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'OURS' : 'FOREIGN';
  if (origin === 'null') return 'UNNAMED';
  return origin === undefined || origin === `https://${host}` || origin === server.publicOrigin ? 'OURS' : 'FOREIGN';
}
