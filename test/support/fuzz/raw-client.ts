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
    const socket = tls.connect({
      ...{ port: target.port, host: '127.0.0.1', secureContext, servername: 'localhost' },
      // Read anew for each of thousands of connections, the certificate is the same.
      checkServerIdentity: () => undefined,
    });
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
    let parts: Buffer[] = [];
    let size = 0;
    let needed = 0;
    const read = (isOver: boolean): Conversation | undefined => {
      const received = Buffer.concat(parts, size);
      parts = [received];
      const answer = readAnswer(received, method, isOver);
      if (typeof answer !== 'number') return answer;
      needed = answer;
      return undefined;
    };
    const finish = (conversation: Conversation) => {
      socket.off('data', onData).off('close', onClose).off('end', onClose);
      resolve(conversation);
    };
    const onData = (chunk: Buffer) => {
      parts.push(chunk);
      size += chunk.length;
      // A long answer comes in many parts: they are not put together again with each.
      const conversation = size < needed ? undefined : read(false);
      if (conversation !== undefined) finish(conversation);
    };
    const onClose = () => finish(read(true) ?? { answer: undefined, isWhole: false });
    socket.on('data', onData).once('close', onClose).once('end', onClose);
    if (socket.destroyed) return onClose();
    if (isCut === true) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** As long as more is to come: how many bytes there must be at least. */
function readAnswer(received: Buffer, method: string, isOver: boolean): Conversation | number {
  const headEnd = received.indexOf('\r\n\r\n');
  const oneMore = received.length + 1;
  if (headEnd < 0) return oneMore;
  const [first = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(first.split(' ')[1]);
  if (status === 100) {
    const next = readAnswer(received.subarray(headEnd + 4), method, isOver);
    return typeof next === 'number' ? headEnd + 4 + next : next;
  }
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
    return body.length < end && !isOver ? headEnd + 4 + end : answerWith(body.subarray(0, end), body.length === end);
  }
  if (headers['transfer-encoding'] === 'chunked') {
    const content = readChunks(body);
    return content === undefined && !isOver ? oneMore : answerWith(content ?? body, content !== undefined);
  }
  return isOver ? answerWith(body, false) : oneMore;
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
