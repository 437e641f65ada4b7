type Signed = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The command that sends a request; `authority` is the file of the one that vouches for the server. */
export function curlCommand({ method, url, headers, body }: Signed, authority: string | undefined): string {
  const trust = authority === undefined ? '' : `--cacert ${quote(authority)} `;
  return [
    `curl -sS -w '\\n' ${trust}-X ${method} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`--data-binary ${quote(body)}`]),
  ].join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
