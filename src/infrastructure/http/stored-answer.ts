import type { FastifyReply } from 'fastify';

/** An answer as it is remembered: the bytes that are stored are the bytes that are sent. */
export type StoredAnswer = { readonly status: number; readonly body: string };

export function sendStored(reply: FastifyReply, { status, body }: StoredAnswer, replayed: boolean): FastifyReply {
  if (replayed) reply.header('idempotent-replayed', 'true');
  reply.code(status);
  if (body === '') return reply.send();
  return reply
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(body);
}
