import net from 'node:net';
import tls from 'node:tls';
import { SECOND_MS } from '../../src/foundation/time.ts';
import type { Target } from './partner-client.ts';

const LIMIT_MS = 20 * SECOND_MS;

/** Writes bytes to the port and reads until the server closes, which it must. */
export async function exchange(
  target: Target,
  pieces: readonly (string | Buffer)[],
  options: { plain?: boolean; pauseMs?: number } = {},
): Promise<string> {
  const { plain = false, pauseMs = 0 } = options;
  const socket = plain
    ? net.connect(target.port, '127.0.0.1')
    : tls.connect({ port: target.port, host: '127.0.0.1', ca: target.ca, servername: 'localhost' });
  const chunks: Buffer[] = [];
  let closed = false;
  const ended = new Promise<void>((resolve, reject) => {
    const finish = () => {
      closed = true;
      resolve();
    };
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', finish);
    socket.on('close', finish);
    setTimeout(() => reject(new Error('the server keeps the connection open')), LIMIT_MS).unref();
  });
  await new Promise<void>((resolve) => socket.once(plain ? 'connect' : 'secureConnect', () => resolve()));
  for (const piece of pieces) {
    if (closed) break;
    socket.write(piece);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  await ended;
  socket.destroy();
  return Buffer.concat(chunks).toString();
}
