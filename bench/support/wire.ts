import { once } from 'node:events';
import tls from 'node:tls';
import type { Target } from '../../test/support/partner-client.ts';

const HEAD_END = Buffer.from('\r\n\r\n');

export async function connect({ port, ca }: Target): Promise<tls.TLSSocket> {
  const socket = tls.connect({ host: '127.0.0.1', port, ca, servername: 'localhost' });
  socket.setNoDelay(true);
  await once(socket, 'secureConnect');
  return socket;
}

/** Tells of each answer on a connection that has one call under way at a time: its status line with all headers, and all of it. */
export function onAnswers(socket: tls.TLSSocket, tell: (fields: string, whole: Buffer) => void): void {
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const head = received.indexOf(HEAD_END);
    if (head === -1) return;
    const fields = received.toString('latin1', 0, head);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(fields)?.[1]);
    if (received.length < head + HEAD_END.length + length) return;
    const whole = received;
    received = Buffer.alloc(0);
    tell(fields, whole);
  });
}
