import type { SignedRequest } from './signed-request.ts';

/** The command that sends a request; `authority` is the file of the one that vouches for the server. */
export function curlCommand({ method, url, headers, body }: SignedRequest, authority: string | undefined): string {
  const trust = authority === undefined ? '' : `--cacert ${quote(authority)} `;
  return [
    `curl -sS -w '\\n' ${trust}-X ${method} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`--data-binary ${quote(body)}`]),
  ].join(' \\\n  ');
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
