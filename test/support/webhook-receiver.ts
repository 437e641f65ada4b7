import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export type Push = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: a push as it came in; undefined for the probe
  readonly json: any;
  /** What it was answered with; 0 for nothing. */
  readonly status: number;
};
type Behaviour = (push: Omit<Push, 'status'>, answer: http.ServerResponse, socket: Duplex) => number;

/** Ways to answer a push. Each gives the status it has sent. */
export const answers = {
  status:
    (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
    (_push, answer) => {
      answer.writeHead(status, headers).end(body);
      return status;
    },
  after:
    (delayMs: number, then: Behaviour): Behaviour =>
    (push, answer, socket) => {
      setTimeout(() => answer.destroyed || then(push, answer, socket), delayMs);
      return 200;
    },
  hang: (): number => 0,
  closeEarly: (_push: unknown, _answer: unknown, socket: Duplex): number => {
    socket.destroy();
    return 0;
  },
  /** A header that never ends. */
  dripHead: (_push: unknown, answer: http.ServerResponse, socket: Duplex): number => {
    socket.write('HTTP/1.1 200 OK\r\nX-Long: ');
    const timer = setInterval(() => socket.destroyed || socket.write('x'), 200);
    answer.on('close', () => clearInterval(timer));
    return 0;
  },
  dripBody:
    (status: number): Behaviour =>
    (_push, answer) => {
      answer.writeHead(status);
      const timer = setInterval(() => answer.write('.'), 100);
      answer.on('close', () => clearInterval(timer));
      return status;
    },
  /** Bytes as long as somebody takes them. */
  flood:
    (status: number): Behaviour =>
    (_push, answer) => {
      answer.writeHead(status);
      const block = Buffer.alloc(65_536, 'x');
      const pour = () => {
        while (!answer.destroyed && answer.write(block)) {}
      };
      answer.on('drain', pour);
      pour();
      return status;
    },
} as const;

export type WebhookReceiver = Awaited<ReturnType<typeof startReceiver>>;

/** A real server of a partner, with TLS where it has a certificate. Answers 200 until it is told otherwise. */
export async function startReceiver(certificate?: { readonly cert: string; readonly key: string }) {
  const pushes: Push[] = [];
  let behaviour: Behaviour = answers.status(200);
  const take: http.RequestListener = async (request, answer) => {
    answer.on('error', () => {});
    let body = '';
    for await (const chunk of request) body += chunk;
    const push = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
      json: body === '' ? undefined : JSON.parse(body),
    };
    pushes.push({ ...push, status: behaviour(push, answer, request.socket) });
  };
  const server = certificate === undefined ? http.createServer(take) : https.createServer(certificate, take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = (server.address() as AddressInfo).port;
  return {
    pushes,
    url: certificate === undefined ? `http://127.0.0.1:${address}/hooks` : `https://localhost:${address}/hooks`,
    /** The pushes that were answered with 200, in the order in which they came. */
    taken: () => pushes.filter(({ status, json }) => status === 200 && json !== undefined),
    behave(next: Behaviour): void {
      behaviour = next;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Waits for something that happens in its own time. */
export async function eventually<T>(look: () => T | Promise<T>, limitMs = 20_000): Promise<NonNullable<T>> {
  for (let waitedMs = 0; ; waitedMs += 20) {
    const seen = await look();
    if (seen) return seen as NonNullable<T>;
    if (waitedMs > limitMs) throw new Error('it did not happen');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
