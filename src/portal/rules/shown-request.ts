type Refused = {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly market: string | undefined;
  readonly platform: string | undefined;
  readonly requestId: string;
  readonly requestBody: string;
};

/** A logged call whose signature was refused, in the form in which the signature doctor reads what is pasted. */
export function shownRequest(request: Refused): string | undefined {
  const { method, path, authorization, market, platform, requestId, requestBody } = request;
  if (authorization === undefined) return undefined;
  const headers = { Authorization: authorization, Market: market, Platform: platform, 'Request-ID': requestId };
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return [`${method} ${path} HTTP/1.1`, ...lines, '', requestBody].join('\n');
}
