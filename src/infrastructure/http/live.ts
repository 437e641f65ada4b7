import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { DeliveryError } from '../../foundation/errors.ts';
import { SECOND_MS } from '../../foundation/time.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { headerOf } from './request-context.ts';

const LOOK_AGAIN_MS = 15 * SECOND_MS;
/** An event and not a comment, which browsers keep to themselves: whoever misses it knows that the connection is dead. */
const STILL_HERE = 'event: here\ndata:1\n\n';
const RETRY_MS = 2 * SECOND_MS;
/** Whoever leaves so much unread is not reading. */
const MOST_UNREAD_BYTES = 512 * 1024;
const DIGEST_LENGTH = 16;

type LiveOptions = {
  /** The type of its events. */
  readonly event: string;
  /** Of one subject; beyond it the oldest makes way, which may be one that nobody has hung up. */
  readonly mostOfSubject: number;
  /** From one place; beyond it nobody is let in. */
  readonly mostFrom: number;
  readonly mostInAll: number;
  readonly lookAgainMs?: number;
  /** Sent with each state and no part of it: the time, for example. */
  readonly beside?: () => object;
};

type Watch = {
  /** Whose changes are shown. */
  readonly subject: string;
  /** Where the watcher is: an address, or a group of them. */
  readonly from: string;
  /** The whole state as it is now. A refusal ends the connection; any other failure is looked at again later. */
  look(): Promise<unknown>;
};

/**
 * Connections that show a state whenever it is another one (server-sent events). Each event carries the whole state and, as its id, a
 * digest of it: whoever comes back and names the state seen last gets nothing where it still holds, and otherwise the present one.
 */
export type Live = {
  open(reply: FastifyReply, watch: Watch): void;
  /** Looks again at one subject, or at all. */
  show(subject?: string): void;
  /** Whoever is watched right now. */
  subjects(): ReadonlySet<string>;
  closeAll(): void;
};

type Connection = Omit<Watch, 'look'> & { readonly response: ServerResponse; show(): void };

export function createLive(options: LiveOptions): Live {
  const connections = new Set<Connection>();
  const show = (subject?: string) => {
    for (const known of connections) if (subject === undefined || known.subject === subject) known.show();
  };
  const timer = setInterval(() => {
    for (const { response } of connections) response.write(STILL_HERE);
    show();
  }, options.lookAgainMs ?? LOOK_AGAIN_MS);
  timer.unref();
  return {
    open(reply, { subject, from, look }) {
      refuseTooMany(options, [...connections], from);
      const others = [...connections].filter((known) => known.subject === subject);
      for (const oldest of others.slice(0, Math.max(0, others.length + 1 - options.mostOfSubject)))
        oldest.response.end();
      const response = begin(reply);
      const seen = headerOf(reply.request.raw, 'last-event-id') ?? '';
      const connection = { subject, from, response, show: showChanges(response, options, look, seen) };
      connections.add(connection);
      response.on('close', () => connections.delete(connection));
      connection.show();
    },
    show,
    subjects: () => new Set([...connections].map(({ subject }) => subject)),
    closeAll() {
      clearInterval(timer);
      for (const { response } of connections) response.end();
    },
  };
}

function refuseTooMany({ mostFrom, mostInAll }: LiveOptions, open: readonly Connection[], from: string): void {
  if (open.length >= mostInAll)
    throw new DeliveryError('ERR_UNAVAILABLE', 'Too many are watching right now. Try again in a moment.');
  if (open.filter((known) => known.from === from).length >= mostFrom)
    throw new DeliveryError(
      'ERR_RATE_LIMIT_EXCEEDED',
      'Too many live connections from this address. Close some of them first.',
      undefined,
      { 'retry-after': '30' },
    );
}

function begin(reply: FastifyReply): ServerResponse {
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Or a proxy in front would collect events before it passes them on.
    'x-accel-buffering': 'no',
  });
  reply.raw.write(`retry: ${RETRY_MS}\n\n`);
  return reply.raw;
}

function showChanges(
  response: ServerResponse,
  { event, beside }: LiveOptions,
  look: Watch['look'],
  seenBefore: string,
): () => void {
  let last = seenBefore;
  return oneAtATime(async () => {
    const seen = await look().catch((error: unknown) => leave(response, error));
    const state = JSON.stringify(seen);
    if (state === undefined || response.writableEnded) return;
    if (response.writableLength > MOST_UNREAD_BYTES) {
      response.destroy();
      return;
    }
    const id = createHash('sha256').update(state).digest('base64url').slice(0, DIGEST_LENGTH);
    if (id === last) return;
    last = id;
    const data = beside === undefined ? state : JSON.stringify({ ...beside(), ...(seen as object) });
    response.write(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`);
  });
}

/** Whoever may not look any more hears nothing more; a database that is away for a moment is looked at again later. */
function leave(response: ServerResponse, error: unknown): undefined {
  if (error instanceof DeliveryError) response.end();
  return undefined;
}
