export type PastedRequest = {
  readonly method: string;
  readonly path: string;
  /** With its question mark; empty where there is none. */
  readonly query: string;
  /** By their names in lower case; of several with one name the first. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the body may have been, the likeliest first: line endings do not survive a form. */
  readonly bodies: readonly [Buffer, ...Buffer[]];
};

/** What is sent for an address as it is written: nothing is decoded, and what follows a # stays at home. */
export function targetOf(url: string): Pick<PastedRequest, 'path' | 'query'> {
  const target = (url.split('#')[0] as string).replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?]*/i, '');
  const mark = target.indexOf('?');
  const [path, query] = mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark)];
  return { path: path === '' ? '/' : path, query };
}

export function headersOf(lines: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/s.exec(line) ?? [];
    if (name !== '' && !headers.has(name.trim().toLowerCase())) headers.set(name.trim().toLowerCase(), value.trim());
  }
  return Object.fromEntries(headers);
}

/** A form sends every line break as CR LF, so either may have stood there. */
export function bodiesOf(text: string): readonly [Buffer, ...Buffer[]] {
  const withLf = Buffer.from(text);
  return text.includes('\n') && !text.includes('\r') ? [withLf, Buffer.from(text.replaceAll('\n', '\r\n'))] : [withLf];
}
