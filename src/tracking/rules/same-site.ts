/** What a browser says of where a form came from. */
type Origin = { readonly fetchSite: string | undefined; readonly origin: string | undefined };

/**
 * Whether a form was sent from our own page, as far as the browser tells. Pages that give no referrer send their origin as null, so that
 * alone says nothing.
 */
export function isFromOurPage({ fetchSite, origin }: Origin, host: string | undefined): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none';
  return origin === undefined || origin === 'null' || origin === `https://${host}`;
}
