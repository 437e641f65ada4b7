import { type Static, Type } from 'typebox';
import { formatInstant } from '../foundation/time.ts';
import { PageLimit } from '../infrastructure/http/page-query.ts';
import { Nullable, OneOf, Text } from '../infrastructure/http/schema.ts';
import type { RequestDetails, RequestLine } from '../partners/index.ts';
import { shownRequest } from './rules/shown-request.ts';

const Filter = Type.Optional(Type.String({ maxLength: 200 }));
export const RequestsQuery = Type.Object({
  limit: PageLimit,
  after: Filter,
  answered: Type.Optional(OneOf(['2', '4', '5', 'failed'])),
  path: Filter,
  key: Filter,
  requestId: Filter,
  since: Filter,
  until: Filter,
});
export const RequestParams = Type.Object({ id: Type.String({ maxLength: 30 }) });

const line = {
  id: Type.String(),
  at: Type.String(),
  apiKey: Type.String(),
  method: Type.String(),
  path: Type.String(),
  api: Text('The kind of call that it counts as'),
  status: Nullable<number>('integer', 'Null where the connection was cut'),
  code: Nullable<string>('string', 'What it was refused with'),
  durationMs: Type.Integer(),
  requestId: Type.String(),
  market: Nullable<string>('string', 'As the header said'),
  address: Type.String(),
};
export const RequestLineWire = Type.Object(line);
const Body = Type.Object({ text: Type.String(), bytes: Type.Integer(), isCut: Type.Boolean() });
export const RequestDetailsWire = Type.Object({
  ...line,
  platform: Nullable<string>('string', 'As the header said'),
  request: Body,
  answer: Body,
  shown: Nullable<string>('string', 'The request as the signature doctor takes it, where its signature was refused'),
});

export function requestLineToWire({
  id,
  at,
  publicKey,
  status,
  code,
  market,
  method,
  path,
  api,
  durationMs,
  requestId,
  address,
}: RequestLine): Static<typeof RequestLineWire> {
  return {
    id,
    at: formatInstant(at),
    apiKey: publicKey,
    method,
    path,
    api,
    status: status ?? null,
    code: code ?? null,
    durationMs,
    requestId,
    market: market ?? null,
    address,
  };
}

export function requestDetailsToWire(request: RequestDetails): Static<typeof RequestDetailsWire> {
  return {
    ...requestLineToWire(request),
    platform: request.platform ?? null,
    request: bodyToWire(request.requestBody, request.requestBytes),
    answer: bodyToWire(request.answerBody, request.answerBytes),
    shown: shownRequest(request) ?? null,
  };
}

/** Longer than what is kept of it: the rest was left out. */
const KEPT_BYTES = 4096;

function bodyToWire(text: string, bytes: number) {
  return { text, bytes, isCut: bytes > KEPT_BYTES };
}
