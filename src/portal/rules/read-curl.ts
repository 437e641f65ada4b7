import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { bodiesOf, headersOf, type PastedRequest, targetOf } from './pasted-request.ts';

/** Options that stand alone, as all do that begin with "no-"; the others are followed by a value. */
const FLAGS = new Set(
  `anyauth append basic cert-status compressed compressed-ssh create-dirs crlf digest disable disallow-username-in-url fail
  fail-early fail-with-body false-start ftp-pasv get globoff haproxy-protocol head http0.9 http1.0 http1.1 http2
  http2-prior-knowledge http3 http3-only include insecure ipv4 ipv6 junk-session-cookies keepalive list-only location
  location-trusted negotiate next ntlm parallel path-as-is
  post301 post302 post303 progress-bar proxy-insecure proxytunnel raw remote-header-name remote-name remote-time remove-on-error
  retry-all-errors retry-connrefused show-error show-headers silent ssl ssl-no-revoke ssl-reqd sslv2 sslv3 styled-output
  suppress-connect-headers tcp-fastopen tcp-nodelay tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-ids trace-time
  use-ascii verbose xattr`.split(/\s+/),
);
const SHORT_WITH_VALUE = 'AbcCdDeEFhHKmoPQrtTuUwxXyYz';
/** Short names of the options that make a request. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  d: 'data',
  F: 'form',
  G: 'get',
  H: 'header',
  I: 'head',
  T: 'upload-file',
  X: 'request',
};
const DATA = ['data', 'data-ascii', 'data-binary', 'data-raw', 'json'];
const UNREADABLE = ['data-urlencode', 'form', 'form-string', 'upload-file', 'url-query', 'config'];

type Option = { readonly name: string; readonly value: string };

/** The request that curl would make of these words, which follow its name. */
export function readCurl(words: readonly string[]): Decision<PastedRequest> {
  const options = optionsOf(words);
  const valuesOf = (...names: readonly string[]) => options.filter(({ name }) => names.includes(name));
  const [unreadable] = valuesOf(...UNREADABLE);
  if (unreadable !== undefined)
    return refused(
      'ERR_INVALID_FIELD',
      `The option --${unreadable.name} is not read here. Give the body with --data-raw, as it is sent.`,
    );
  const file = [...valuesOf(...DATA), ...valuesOf('header')].find(
    ({ name, value }) => name !== 'data-raw' && value.startsWith('@'),
  );
  if (file !== undefined)
    return refused(
      'ERR_INVALID_FIELD',
      `The command reads the file ${file.value.slice(1)}, which this page cannot see. Put its content in its place.`,
    );
  const [url] = valuesOf('url');
  if (url === undefined)
    return refused('ERR_INVALID_FIELD', 'The command names no address. Copy the whole command, with its URL.');
  const data = valuesOf(...DATA);
  const text = data.reduce((before, { name, value }, n) => before + (n > 0 && name !== 'json' ? '&' : '') + value, '');
  const asQuery = valuesOf('get').length > 0;
  const target = targetOf(url.value);
  const byData = asQuery ? 'GET' : data.length > 0 ? 'POST' : 'GET';
  return accepted({
    method: valuesOf('request').at(-1)?.value ?? (valuesOf('head').length > 0 ? 'HEAD' : byData),
    path: target.path,
    query: asQuery && data.length > 0 ? `${target.query === '' ? '?' : `${target.query}&`}${text}` : target.query,
    headers: headersOf(valuesOf('header').map(({ value }) => value)),
    bodies: bodiesOf(asQuery ? '' : text),
  });
}

function optionsOf(words: readonly string[]): readonly Option[] {
  const options: Option[] = [];
  const rest = words.values();
  const nextWord = () => rest.next().value ?? '';
  for (const word of rest) {
    if (word.startsWith('--') && word.length > 2) {
      const name = word.slice(2);
      options.push({ name, value: FLAGS.has(name) || name.startsWith('no-') ? '' : nextWord() });
    } else if (/^-[^-]/.test(word)) for (const option of shortOptions(word.slice(1), nextWord)) options.push(option);
    else if (word !== '-' && word !== '--') options.push({ name: 'url', value: word });
  }
  return options;
}

/** Letters may stand together; one that takes a value takes what is left of its word, or the next word. */
function* shortOptions(letters: string, nextWord: () => string): Iterable<Option> {
  for (let n = 0; n < letters.length; n++) {
    const letter = letters.charAt(n);
    const name = LONG_NAMES[letter] ?? letter;
    if (SHORT_WITH_VALUE.includes(letter)) return yield { name, value: letters.slice(n + 1) || nextWord() };
    yield { name, value: '' };
  }
}
