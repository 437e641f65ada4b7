import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { DeliveryError } from '../../foundation/errors.ts';
import { SECOND_MS } from '../../foundation/time.ts';
import { createAtMost } from '../at-most.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { headerOf } from './request-context.ts';

const LOOK_AGAIN_MS = 15 * SECOND_MS;
/** An event and not a comment, which browsers keep to themselves: whoever misses it knows that the connection is dead. */
const STILL_HERE = 'event: here\ndata:1\n\n';
const RETRY_MS = 2 * SECOND_MS;
/** When all look again, whoever does something else waits for these before it in the database and not for thousands. */
const MOST_LOOKS_AT_ONCE = 64;
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

type Connection = Omit<Watch, 'look'> & { show(): void; hangUp(): void };

export function createLive(options: LiveOptions): Live {
  const connections = new Set<Connection>();
  const atMost = createAtMost(MOST_LOOKS_AT_ONCE);
  let isClosed = false;
  return {
    open(reply, { subject, from, look }) {
      refuseTooMany(options, isClosed, [...connections], from);
      const response = begin(reply);
      // Whoever has hung up already will not say so again.
      if (response.destroyed) return;
      const others = [...connections].filter((known) => known.subject === subject);
      for (const oldest of others.slice(0, Math.max(0, others.length + 1 - options.mostOfSubject))) oldest.hangUp();
      const forget = () => {
        clearInterval(timer);
        connections.delete(connection);
      };
      const hangUp = () => {
        forget();
        // Whoever does not read would never see the end, and keep the connection.
        if (response.writableLength > 0) response.destroy();
        else response.end();
      };
      const seen = headerOf(reply.request.raw, 'last-event-id') ?? '';
      const connection = {
        subject,
        from,
        hangUp,
        show: showChanges(response, hangUp, options, () => atMost(look), seen),
      };
      // Each by its own time: all at once would keep the database from everybody else.
      const timer = setInterval(() => {
        response.write(STILL_HERE);
        connection.show();
      }, options.lookAgainMs ?? LOOK_AGAIN_MS);
      timer.unref();
      connections.add(connection);
      response.on('close', forget);
      connection.show();
    },
    show(subject) {
      for (const known of connections) if (subject === undefined || known.subject === subject) known.show();
    },
    subjects: () => new Set([...connections].map(({ subject }) => subject)),
    closeAll() {
      isClosed = true;
      for (const { hangUp } of connections) hangUp();
    },
  };
}

function refuseTooMany(
  { mostFrom, mostInAll }: LiveOptions,
  isClosed: boolean,
  open: readonly Connection[],
  from: string,
): void {
  if (isClosed || open.length >= mostInAll)
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
  hangUp: () => void,
  { event, beside }: LiveOptions,
  look: Watch['look'],
  seenBefore: string,
): () => void {
  let last = seenBefore;
  return oneAtATime(async () => {
    const seen = await look().catch((error: unknown) => leave(hangUp, error));
    const state = JSON.stringify(seen);
    if (state === undefined || response.writableEnded || response.destroyed) return;
    if (response.writableLength > MOST_UNREAD_BYTES) return hangUp();
    const id = createHash('sha256').update(state).digest('base64url').slice(0, DIGEST_LENGTH);
    if (id === last) return;
    last = id;
    const data = beside === undefined ? state : JSON.stringify({ ...beside(), ...(seen as object) });
    response.write(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`);
  });
}

/** Whoever may not look any more hears nothing more; a database that is away for a moment is looked at again later. */
function leave(hangUp: () => void, error: unknown): undefined {
  if (error instanceof DeliveryError) hangUp();
  return undefined;
}
