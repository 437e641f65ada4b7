import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '../../foundation/time.ts';
import { errorCode, OperatorError } from '../operator-error.ts';
import { type HttpServer, wasAsked } from './listener.ts';

const STOP_LIMIT_MS = 8 * SECOND_MS;

export type RunningServer = { readonly port: number; stop(options?: Stopping): Promise<void> };
export type Stopping = {
  /** How long it goes on as before, while `/health/ready` says that it will not. */
  readonly noticeMs?: number;
  /** How long open connections are kept: whoever keeps one for the next call, as proxies do, may be sending it just now. */
  readonly lingerMs?: number;
};

type Place = {
  readonly port: number;
  readonly host: string;
  /** Which chose the port. */
  readonly setting?: string;
};

export async function listen(app: FastifyInstance, place: Place): Promise<RunningServer> {
  const server = app.server as HttpServer;
  const sockets = openOnes(server, 'connection');
  const conversations = server instanceof https.Server ? openOnes(server, 'secureConnection') : sockets;
  try {
    await app.listen({
      port: place.port,
      host: place.host,
      listenTextResolver: (address) =>
        `listening on ${server instanceof https.Server ? address.replace('http:', 'https:') : address}`,
    });
  } catch (error) {
    throw explainListenFault(error, place);
  }
  return {
    port: (server.address() as AddressInfo).port,
    async stop({ noticeMs = 0, lingerMs = 0 } = {}) {
      app.isStopping = true;
      if (noticeMs > 0) await sleep(noticeMs);
      const giveUp = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, STOP_LIMIT_MS);
      const linger = lingerMs > 0 ? keepOpenConnections(server, sockets, conversations, lingerMs) : undefined;
      await app.close();
      clearTimeout(giveUp);
      clearTimeout(linger);
    },
  };
}

function openOnes(server: HttpServer, event: 'connection' | 'secureConnection'): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.prependListener(event, (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Closing lets nobody in at once, but ends what is idle only then; every answer until then ends its connection. */
function keepOpenConnections(
  server: HttpServer,
  sockets: ReadonlySet<Socket>,
  conversations: ReadonlySet<Socket>,
  lingerMs: number,
): NodeJS.Timeout {
  const closeIdle = server.close.bind(server);
  server.close = (done) => net.Server.prototype.close.call(server, done) as typeof server;
  return setTimeout(() => {
    closeIdle();
    const asking = new Set([...conversations].filter(wasAsked).map(peerOf));
    for (const socket of sockets) if (!asking.has(peerOf(socket))) socket.destroy();
  }, lingerMs);
}

/** The same of a socket and of the conversation in TLS on it, which begins after the handshake only. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Whether it could listen there, found out before anything is made that takes longer. */
export async function insistOnFreePort(place: Place): Promise<void> {
  const server = net.createServer();
  try {
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen({ port: place.port, host: place.host }, resolve),
    );
  } catch (error) {
    throw explainListenFault(error, place);
  }
  await new Promise((resolve) => server.close(resolve));
}

function explainListenFault(error: unknown, { port, host, setting = 'WAYBILL_PORT' }: Place): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new OperatorError(
        `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port, for example ${setting}=${port + 1}.`,
      );
    case 'EACCES':
      return new OperatorError(`This user may not listen on port ${port}. Choose one above 1023 with ${setting}.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EINVAL':
      return new OperatorError(`This machine has no address ${host}. Choose another with WAYBILL_HOST.`);
    default:
      return error;
  }
}
