import tls, { type TLSSocket } from 'node:tls';
import type { Target } from '../partner-client.ts';

/** What goes over the wire, to the byte. */
export type RawCall = {
  readonly method: string;
  readonly bytes: Buffer;
  /** What is sent says less or more than it is: the connection is used for nothing else. */
  readonly isCut?: boolean;
};

export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** Undefined where the server has closed without a word. */
type Exchange = (call: RawCall) => Promise<RawAnswer | undefined>;

/** A few kept-open connections, over which any bytes can be sent: no library in between puts them right. */
export function openRawClient(target: Target, mostConnections: number) {
  const idle: TLSSocket[] = [];
  const waiting: (() => void)[] = [];
  const secureContext = tls.createSecureContext({ ca: target.ca });
  let open = 0;

  async function take(): Promise<{ socket: TLSSocket; isFresh: boolean }> {
    while (open >= mostConnections && idle.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    const kept = idle.pop();
    if (kept !== undefined) return { socket: kept, isFresh: false };
    open++;
    const socket = tls.connect({ port: target.port, host: '127.0.0.1', secureContext, servername: 'localhost' });
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.once('close', () => {
      open--;
      const place = idle.indexOf(socket);
      if (place >= 0) idle.splice(place, 1);
      waiting.shift()?.();
    });
    await new Promise<void>((resolve) => socket.once('secureConnect', resolve).once('close', () => resolve()));
    return { socket, isFresh: true };
  }

  function giveBack(socket: TLSSocket, isReusable: boolean): void {
    if (!isReusable || socket.destroyed) {
      socket.destroy();
      return;
    }
    idle.push(socket);
    waiting.shift()?.();
  }

  async function exchange(call: RawCall): Promise<RawAnswer | undefined> {
    for (;;) {
      const { socket, isFresh } = await take();
      const { answer, isWhole } = await converse(socket, call);
      giveBack(socket, isWhole && call.isCut !== true);
      // The server may have hung up on a connection that lay unused, just before we spoke.
      if (answer !== undefined || isFresh || call.isCut === true) return answer;
    }
  }

  return {
    exchange: exchange satisfies Exchange,
    close(): void {
      for (const socket of idle.splice(0)) socket.destroy();
    },
  };
}

type Conversation = { readonly answer: RawAnswer | undefined; readonly isWhole: boolean };

function converse(socket: TLSSocket, { method, bytes, isCut }: RawCall): Promise<Conversation> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0);
    const finish = (conversation: Conversation) => {
      socket.off('data', onData).off('close', onClose).off('end', onClose);
      resolve(conversation);
    };
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const read = readAnswer(received, method, false);
      if (read !== undefined) finish(read);
    };
    const onClose = () => finish(readAnswer(received, method, true) ?? { answer: undefined, isWhole: false });
    socket.on('data', onData).once('close', onClose).once('end', onClose);
    if (socket.destroyed) return onClose();
    if (isCut === true) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** Undefined as long as more is to come. */
function readAnswer(received: Buffer, method: string, isOver: boolean): Conversation | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(first.split(' ')[1]);
  if (status === 100) return readAnswer(received.subarray(headEnd + 4), method, isOver);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = received.subarray(headEnd + 4);
  const answerWith = (content: Buffer, isWhole: boolean): Conversation => ({
    answer: { status, headers, text: content.toString() },
    isWhole: isWhole && headers.connection !== 'close',
  });
  if (method === 'HEAD' || status === 204 || status === 304) return answerWith(Buffer.alloc(0), body.length === 0);
  // It goes on for as long as it is listened to.
  if (headers['content-type']?.startsWith('text/event-stream')) return answerWith(Buffer.alloc(0), false);
  const length = headers['content-length'];
  if (length !== undefined) {
    const end = Number(length);
    return body.length < end && !isOver ? undefined : answerWith(body.subarray(0, end), body.length === end);
  }
  if (headers['transfer-encoding'] === 'chunked') {
    const content = readChunks(body);
    return content === undefined && !isOver ? undefined : answerWith(content ?? body, content !== undefined);
  }
  return isOver ? answerWith(body, false) : undefined;
}

function readChunks(body: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    if (body.length < lineEnd + 2 + size + 2) return undefined;
    if (size === 0) return Buffer.concat(parts);
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
