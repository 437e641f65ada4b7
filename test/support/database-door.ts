import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import type { Connection } from '../../src/infrastructure/database/database.ts';

type Door = {
  /** As behind a pooler in transaction mode, where a notification comes when its listener is not there. */
  readonly losesNotifications?: boolean;
};

/** The one address of a database, whichever server is behind it: connections can be cut, or held so that nothing passes. */
export async function openDatabaseDoor(socket: string, { losesNotifications = false }: Door = {}) {
  let target = socket;
  let isHeld = false;
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = net.createServer((client) => {
    const behind = net.connect(target);
    const pair = [client, behind] as const;
    pairs.add(pair);
    for (const [one, other] of [pair, [behind, client] as const]) {
      one.on('error', () => {});
      one.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
      if (losesNotifications && one === behind) one.pipe(withoutNotifications()).pipe(other);
      else one.pipe(other);
      if (isHeld) one.unpipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    connectionTo: (database: string): Connection => ({ host: '127.0.0.1', port, user: 'waybill', database }),
    leadTo(other: string): void {
      target = other;
    },
    /** As a network does that ends every connection. */
    cut(): void {
      for (const [client, behind] of pairs) {
        client.resetAndDestroy();
        behind.destroy();
      }
    },
    /** As a network does in which nothing arrives any more, and nobody is told. */
    hold(): void {
      isHeld = true;
      for (const [client, behind] of pairs) {
        client.unpipe(behind);
        behind.unpipe(client);
      }
    },
    /** What was held is gone; new connections pass. */
    letGo(): void {
      isHeld = false;
    },
    async close(): Promise<void> {
      for (const [client] of pairs) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const NOTIFICATION = 'A'.charCodeAt(0);

/** What a server says, message by message: a letter, then how long the rest is. */
function withoutNotifications(): Transform {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk]);
      for (let end = endOfFirst(rest); end <= rest.length; end = endOfFirst(rest)) {
        if (rest[0] !== NOTIFICATION) this.push(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
      done();
    },
  });
}

function endOfFirst(bytes: Buffer): number {
  return bytes.length < 5 ? Number.POSITIVE_INFINITY : 1 + bytes.readInt32BE(1);
}
