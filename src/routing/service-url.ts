/** A path below the operator's base address; what its query holds (a key, say) stays. */
export function serviceUrl(baseUrl: string, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
