import type { FastifyReply } from 'fastify';
import type { Answer } from './partner-api.ts';

/** An answer as it is remembered: the bytes that are stored are the bytes that are sent. */
export type StoredAnswer = { readonly status: number; readonly body: string };

/** Written by the schema of the route: what the reference does not name is not sent. `written`: what this route wrote before. */
export function toStored(answer: Answer, reply: FastifyReply, written?: WeakMap<object, string>): StoredAnswer {
  if (answer.status === 204) return { status: 204, body: '' };
  if (answer.json !== undefined) return { status: answer.status, body: `{"data":${answer.json}}` };
  if (answer.madeOf === undefined || written === undefined) return write(answer, reply);
  const earlier = written.get(answer.madeOf);
  if (earlier !== undefined) return { status: answer.status, body: earlier };
  const stored = write(answer, reply);
  written.set(answer.madeOf, stored.body);
  return stored;
}

function write(answer: Answer, reply: FastifyReply): StoredAnswer {
  const payload = { data: answer.data, ...(answer.next === undefined ? {} : { next: answer.next }) };
  const serialize = reply.getSerializationFunction(String(answer.status));
  return {
    status: answer.status,
    body: serialize === undefined ? JSON.stringify(payload) : String(serialize(payload)),
  };
}

export function sendStored(reply: FastifyReply, { status, body }: StoredAnswer, replayed: boolean): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true');
  reply.code(status);
  if (body === '') return reply.send();
  return reply
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(body);
}
