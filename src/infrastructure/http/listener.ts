import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorCode } from '../../foundation/error-codes.ts';
import { SECOND_MS } from '../../foundation/time.ts';
import type { Random } from '../random.ts';
import { rawErrorAnswer } from './error-answers.ts';

export type Certificate = { readonly cert: string; readonly key: string };
export type HttpServer = http.Server | https.Server;

const TLS_HANDSHAKE = 0x16;
const FIRST_BYTE_MS = 10 * SECOND_MS;
const FIRST_HEADER_MS = 10 * SECOND_MS;
const CHECK_EVERY_MS = 1 * SECOND_MS;
const LINGER_MS = 1 * SECOND_MS;
/** More than all who may watch something live, at 32 KB each; the next are closed at once, before they cost a handshake. */
const MOST_CONNECTIONS = 40_000;

/**
 * Each with keys of its own for each session: what was recorded stays closed to whoever gets the key of the certificate later. The last two are for
 * clients of TLS 1.2 that know no better, such as Windows Server 2012.
 */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE+AESGCM',
  'ECDHE+CHACHA20',
  'ECDHE+AES+SHA256',
  'ECDHE+AES+SHA384',
].join(':');
const TLS_TERMS = { minVersion: 'TLSv1.2', ciphers: CIPHERS } as const;

const served = new WeakMap<object, Certificate>();

/** The one that new connections get now. */
export function certificateOf(server: HttpServer): Certificate | undefined {
  return served.get(server);
}

export function serveCertificate(server: https.Server, certificate: Certificate): void {
  server.setSecureContext({ ...certificate, ...TLS_TERMS });
  served.set(server, certificate);
}

type ListenerOptions = {
  certificate: Certificate | undefined;
  requestTimeoutMs: number;
  random: Random;
  mostConnections?: number;
};

/** The server under Fastify: HTTPS, or plain HTTP where TLS ends in a proxy in front. */
export function createListener(handle: http.RequestListener, options: ListenerOptions): HttpServer {
  const { certificate, requestTimeoutMs, random, mostConnections = MOST_CONNECTIONS } = options;
  const limits = {
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(FIRST_HEADER_MS, requestTimeoutMs),
    connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, requestTimeoutMs),
    keepAliveTimeout: 72 * SECOND_MS,
    // Without a host header a request is answered like any other, not with an empty 400.
    requireHostHeader: false,
  };
  const bounded = <S extends HttpServer>(server: S) => Object.assign(server, { maxConnections: mostConnections });
  if (certificate === undefined)
    return bounded(answerUnreadable(http.createServer(limits, rememberLatest(handle)), random));
  const server = https.createServer(
    { ...limits, ...certificate, ...TLS_TERMS, handshakeTimeout: FIRST_BYTE_MS, ALPNProtocols: ['http/1.1'] },
    rememberLatest(handle),
  );
  served.set(server, certificate);
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  refusePlainHttp(server, random);
  return bounded(answerUnreadable(server, random));
}

/** Looks at the first byte of each connection: a TLS client goes on, anyone else is told to use HTTPS. */
function refusePlainHttp(server: https.Server, random: Random): void {
  const [startTls] = server.listeners('connection') as ((socket: Socket) => void)[];
  const waiting = new Set<Socket>();
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    waiting.add(socket);
    socket.setTimeout(FIRST_BYTE_MS, () => socket.destroy());
    const forget = () => waiting.delete(socket);
    socket.once('close', forget);
    socket.once('error', () => socket.destroy());
    socket.once('data', (chunk: Buffer) => {
      forget();
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      if (chunk[0] === TLS_HANDSHAKE) {
        socket.pause();
        socket.unshift(chunk);
        startTls?.call(server, socket);
      } else {
        const sentence = 'This port speaks HTTPS only. Send the same request to an https:// address.';
        endWith(socket, rawErrorAnswer('ERR_INVALID_JSON', sentence, random.uuid()));
      }
    });
  });
  const close = server.close.bind(server);
  server.close = (done) => {
    for (const socket of waiting) socket.destroy();
    return close(done);
  };
}

const UNREADABLE: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['ERR_REQUEST_TIMEOUT', ERRORS.ERR_REQUEST_TIMEOUT.sentence],
  HPE_HEADER_OVERFLOW: ['ERR_HEADERS_TOO_LARGE', ERRORS.ERR_HEADERS_TOO_LARGE.sentence],
};
const NOT_HTTP = ['ERR_INVALID_JSON', 'This is not a valid HTTP/1.1 request.'] as const;

/** On the socket itself: a table of all sockets would cost each call, and each collection of rubbish, more. */
const LATEST = Symbol('latest answer');
type UsedSocket = Socket & { [LATEST]?: http.ServerResponse };

function rememberLatest(handle: http.RequestListener): http.RequestListener {
  return (request, response) => {
    (request.socket as UsedSocket)[LATEST] = response;
    handle(request, response);
  };
}

/** Whether somebody has asked something on it. Browsers keep connections ready on which nothing may ever come. */
export function wasAsked(socket: Socket): boolean {
  return (socket as UsedSocket)[LATEST] !== undefined;
}

/** What cannot be parsed as a request, or does not arrive in time, still gets an answer that says so. */
function answerUnreadable<S extends HttpServer>(server: S, random: Random): S {
  const answered = new WeakSet<Socket>();
  server.on('checkExpectation', (request: http.IncomingMessage, response: http.ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('connect', (_request: http.IncomingMessage, socket: Socket) => {
    endWith(socket, rawErrorAnswer('ERR_METHOD_NOT_ALLOWED', 'This is not a proxy.', random.uuid()));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const earlier = (socket as UsedSocket)[LATEST];
    // The rest of a body that has its answer already: a second would be taken for that of the next request.
    if (earlier?.headersSent && !earlier.req.complete) return endWith(socket, '');
    const [code, sentence] = UNREADABLE[error.code ?? ''] ?? NOT_HTTP;
    const answer = () => endWith(socket, rawErrorAnswer(code, sentence, random.uuid()));
    // Garbage behind a good request: that one is still owed its answer, and it comes first.
    if (earlier?.req.complete && !earlier.writableFinished) earlier.once('close', answer);
    else answer();
  });
  return server;
}

/** Ends the connection, reading on for a moment: closing on unread bytes would take the answer away again. */
function endWith(socket: Socket, answer: string): void {
  socket.removeAllListeners('data');
  socket.end(answer);
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
