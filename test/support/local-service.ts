import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type Asked = {
  readonly method: string;
  readonly url: URL;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
};
type Answering = (asked: Asked, answer: http.ServerResponse) => void;

/** A real HTTP server on this machine that stands for a service of somebody else. */
export async function startLocalService(answering: Answering) {
  const asked: Asked[] = [];
  const server = http.createServer(async (request, answer) => {
    answer.on('error', () => {});
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', headers } = request;
    const one = { method, url: new URL(request.url ?? '/', 'http://local'), headers, body };
    asked.push(one);
    answering(one, answer);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

export function answerJson(answer: http.ServerResponse, value: unknown, status = 200): void {
  answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
