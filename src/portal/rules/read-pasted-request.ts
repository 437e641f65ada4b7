import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { bodiesOf, headersOf, type PastedRequest, targetOf } from './pasted-request.ts';
import { readCurl } from './read-curl.ts';
import { shellWords } from './shell-words.ts';

/** The largest body that is taken, with room for headers and quotation marks. */
const LONGEST_PASTE = 320 * 1024;
const PROMPT = /^[$%#>]\s+(?=curl)/;
const CURL = /^curl(?:\.exe)?(?=\s|$)/;
const REQUEST_LINE = /^(?<method>[A-Za-z]+) +(?<target>(?:\/|https?:\/\/)\S*)(?: +HTTP\/[\d.]+)? *$/;
const HOW_TO = 'Paste a curl command, or a raw HTTP request that begins with a line like GET /v3/cities HTTP/1.1.';

/** The request in a text: of a curl command, or as it goes over the wire. */
export function readPastedRequest(pasted: string): Decision<PastedRequest> {
  if (pasted.length > LONGEST_PASTE)
    return refused('ERR_PAYLOAD_TOO_LARGE', 'This is longer than any request that is taken. Paste one request alone.');
  const text = pasted.replaceAll('\r\n', '\n').trimStart().replace(PROMPT, '');
  if (text === '') return refused('ERR_MISSING_FIELD', `There is nothing here yet. ${HOW_TO}`);
  if (/[\0\uFFFD]/.test(text)) return refused('ERR_INVALID_FIELD', `This is not text. ${HOW_TO}`);
  const [curl] = CURL.exec(text) ?? [];
  if (curl !== undefined) return readCommand(text.slice(curl.length));
  return readRaw(text);
}

function readCommand(command: string): Decision<PastedRequest> {
  if (/^[^'"]*\^"|^[^']*\^\n/.test(command))
    return refused('ERR_INVALID_FIELD', 'This command is written for cmd.exe. Copy it as cURL for bash instead.');
  const words = shellWords(command);
  return 'refused' in words ? words : readCurl(words.accepted);
}

function readRaw(text: string): Decision<PastedRequest> {
  const [head = '', ...rest] = text.split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const line = REQUEST_LINE.exec(first)?.groups;
  if (line === undefined) return refused('ERR_INVALID_FIELD', `This does not read as a request. ${HOW_TO}`);
  const broken = lines.find((header) => header.trim() !== '' && !/^[\w!#$%&'*+.^`|~-]+:/.test(header));
  if (broken !== undefined)
    return refused(
      'ERR_INVALID_FIELD',
      `"${broken.slice(0, 40)}" is no header. Headers are lines like Market: HK, and an empty line goes before the body.`,
    );
  const headers = headersOf(lines);
  return accepted({
    method: line.method as string,
    ...targetOf(line.target as string),
    headers,
    bodies: rawBodies(rest.join('\n\n'), headers['content-length']),
  });
}

/** The length that the request names tells which it was; without one, a line break at the end is the clipboard's. */
function rawBodies(text: string, length: string | undefined): PastedRequest['bodies'] {
  const without = text.replace(/\n$/, '');
  const candidates = [...bodiesOf(without), ...(without === text ? [] : bodiesOf(text))];
  const [first, ...others] = candidates.filter((body) => String(body.length) === length);
  return first === undefined ? (candidates as [Buffer, ...Buffer[]]) : [first, ...others];
}
