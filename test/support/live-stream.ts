import https from 'node:https';
import type { Target } from './partner-client.ts';
import { insistOnReference } from './reference.ts';

/** A live connection, and all that came by it so far. */
export function openLive({ port, ca }: Target, path: string, headers: Readonly<Record<string, string>> = {}) {
  let text = '';
  let open = true;
  let status: number | undefined;
  let answered: Readonly<Record<string, string | undefined>> = {};
  const request = https.request(
    { host: '127.0.0.1', port, ca, servername: 'localhost', path, headers, agent: false },
    (response) => {
      status = response.statusCode;
      answered = response.headers as typeof answered;
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('close', () => {
        open = false;
      });
    },
  );
  request.on('error', () => {
    open = false;
  });
  request.end();
  return {
    status: () => status,
    text: () => text,
    isOpen: () => open,
    /** What each event carried, in order. */
    // biome-ignore lint/suspicious/noExplicitAny: whatever came
    states: (): any[] =>
      [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => {
        const json = JSON.parse(data ?? '');
        insistOnReference('GET', path, { status: status ?? 0, headers: answered, text, json });
        return json;
      }),
    ids: () => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id as string),
    close: () => void request.destroy(),
  };
}
