import type { Decision, Refused } from '../../foundation/decision.ts';
import { ERRORS } from '../../foundation/error-codes.ts';
import { DAY_MS, formatInstant, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import type { Examination } from '../../partners/index.ts';
import type { PastedRequest } from './pasted-request.ts';

export type Tone = 'good' | 'bad' | 'note' | 'plain';
type Finding = { readonly name: string; readonly value: string; readonly tone: Tone; readonly remark?: string };
export type Report = {
  readonly verdict: { readonly tone: Tone; readonly headline: string; readonly sentence: string };
  readonly findings: readonly Finding[];
  /** What must be signed. */
  readonly text: string;
};
/** With the one body that fits it best. */
export type ReadRequest = Omit<PastedRequest, 'bodies'> & { readonly body: Buffer };

/** What the front door would say to a request, the first refusal as its verdict, and every part of it. */
export function reportOn(request: ReadRequest, examination: Examination, now: Instant): Report {
  const { token } = examination;
  const { method, path, query, body } = request;
  const timestamp = 'accepted' in token ? token.accepted.timestamp : 'TIMESTAMP';
  return {
    verdict: verdictOn(examination),
    findings: [
      finding('Call', `${method} ${path}`, examination.call),
      ...(query === '' ? [] : [plain('Query', query, 'The path may be signed with or without it.')]),
      ...tokenFindings(examination, request.headers.authorization, now),
      ...termFindings(examination, request.headers),
      requestIdFinding(request),
      bodyFinding(examination, body),
    ],
    text: `${timestamp}\r\n${method}\r\n${path}\r\n\r\n${body}`,
  };
}

function verdictOn({ call, token, signature, terms, data, timestamp }: Examination): Report['verdict'] {
  const refusal = [call, token, signature, terms, data].find(
    (decision) => decision !== undefined && 'refused' in decision,
  );
  if (refusal !== undefined)
    return { tone: 'bad', headline: 'This request would be refused', sentence: sentenceOf(refusal as Refused) };
  if (timestamp !== undefined && 'refused' in timestamp)
    return {
      tone: 'note',
      headline: 'The signature is right, the time is not',
      sentence: sentenceOf(timestamp),
    };
  return {
    tone: 'good',
    headline: 'This request would be accepted',
    sentence: 'The signature is right, and the key is for this call.',
  };
}

function sentenceOf({ refused, sentence }: Refused): string {
  return sentence ?? ERRORS[refused].sentence;
}

function finding(name: string, value: string, decision: Decision<unknown> | undefined, remark?: string): Finding {
  if (decision !== undefined && 'refused' in decision)
    return { name, value, tone: 'bad', remark: sentenceOf(decision) };
  return { name, value, tone: decision === undefined ? 'plain' : 'good', ...(remark === undefined ? {} : { remark }) };
}

function plain(name: string, value: string, remark?: string): Finding {
  return finding(name, value, undefined, remark);
}

function tokenFindings(examination: Examination, header: string | undefined, now: Instant): readonly Finding[] {
  const { token, key, timestamp, signature } = examination;
  if ('refused' in token) return [finding('Authorization', header ?? 'missing', token)];
  const { publicKey, timestamp: stamp, signature: given } = token.accepted;
  return [
    keyFinding(publicKey, key),
    timestampFinding(stamp, timestamp, now),
    finding('Signature', given, signature, 'It is that of this key over the text below.'),
  ];
}

/** What was pasted was mostly sent a while ago, so that its age is worth a note and no more. */
function timestampFinding(stamp: string, decision: Examination['timestamp'], now: Instant): Finding {
  const isRefused = decision !== undefined && 'refused' in decision;
  const remark = `${timeOf(stamp, now)}.${isRefused ? ` ${sentenceOf(decision)}` : ''}`;
  return { name: 'Timestamp', value: stamp, tone: isRefused ? 'note' : 'good', remark };
}

function keyFinding(publicKey: string, key: Examination['key']): Finding {
  const named = key?.environment === undefined ? '' : ` By its name it is a ${key.environment} key.`;
  if (key?.isOwn !== true)
    return {
      name: 'API key',
      value: publicKey,
      tone: 'bad',
      remark: `It is not one of yours, or was revoked.${named}`,
    };
  if (key.status === undefined) return plain('API key', publicKey, `It is one of yours.${named}`);
  const tone = key.status === 'active' ? 'good' : 'bad';
  return { name: 'API key', value: publicKey, tone, remark: `It is one of yours and ${key.status}.${named}` };
}

/** A number of so many milliseconds would be a time of 1973 or before. */
const LARGEST_SECONDS = 1e11;
const LARGEST_DATE = 8.64e15;

/** What a clock showed then, and how long ago that is. */
function timeOf(stamp: string, now: Instant): string {
  const at = Number(stamp) < LARGEST_SECONDS ? Number(stamp) * SECOND_MS : Number(stamp);
  if (at > LARGEST_DATE) return 'No time that a calendar has';
  const clock = formatInstant(at).replace(/T(.*)\.00Z$/, ' $1 UTC');
  const away = Math.abs(now - at);
  if (away < SECOND_MS) return `${clock}, now`;
  return `${clock}, ${spanOf(away)} ${at < now ? 'ago' : 'from now'}`;
}

const UNITS = [
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
  [SECOND_MS, 'second'],
] as const;

/** In the largest unit of which there are two, or in seconds. */
function spanOf(ms: number): string {
  const [unit, name] = UNITS.find(([size]) => ms >= 2 * size) ?? UNITS[3];
  return countOf(Math.floor(ms / unit), name);
}

function countOf(count: number, name: string): string {
  return `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`;
}

/** The refusal belongs to the header that it is about. */
function termFindings({ terms, key }: Examination, headers: PastedRequest['headers']): readonly Finding[] {
  const judged = key?.status === 'active' ? terms : undefined;
  const isOfMarket = judged !== undefined && 'refused' in judged && judged.refused === 'ERR_INVALID_MARKET';
  const isOfPlatform = judged !== undefined && 'refused' in judged && !isOfMarket;
  return [
    finding('Market', headers.market ?? 'missing', isOfPlatform ? undefined : judged),
    finding('Platform', headers.platform ?? 'none: on-demand', isOfPlatform ? judged : undefined),
  ];
}

function requestIdFinding({ method, headers }: ReadRequest): Finding {
  const given = headers['request-id'] ?? headers['x-request-id'];
  if (given !== undefined) return plain('Request-ID', given);
  return plain('Request-ID', 'none', method === 'GET' ? undefined : 'With one, this call is safe to repeat.');
}

function bodyFinding({ data }: Examination, body: Buffer): Finding {
  if (body.length === 0) return finding('Body', 'none', data);
  const form = isJson(body) ? 'JSON' : 'not JSON';
  return finding('Body', `${countOf(body.length, 'byte')}, ${form}`, data);
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
}
