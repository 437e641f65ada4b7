import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type pg from 'pg';

/** Rows come one by one; they are passed on in pieces of this size. */
const PIECE_BYTES = 256 * 1024;

/** What the driver tells whoever has sent a statement. */
type ServerFault = Error;
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** What both directions have in common: a statement, how many rows it was, and how it ends. */
abstract class CopyStatement {
  readonly done: Promise<number>;
  protected resolve!: (rows: number) => void;
  protected reject!: (error: unknown) => void;
  protected rows = 0;
  protected fault: unknown;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(connection: pg.Connection): void {
    connection.query(this.text);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(/^COPY (\d+)$/.exec(text)?.[1]);
  }

  handleError(error: ServerFault, _connection: pg.Connection): void {
    this.fault ??= error;
    this.reject(this.fault);
  }

  abstract handleReadyForQuery(connection: pg.Connection): void;
}

class CopyOut extends CopyStatement {
  private readonly sink: Writable;
  private pieces: Buffer[] = [];
  private bytes = 0;

  constructor(text: string, sink: Writable) {
    super(text);
    this.sink = sink;
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: pg.Connection): void {
    // The driver uses the bytes of a message again for the next ones.
    this.pieces.push(Buffer.from(chunk));
    this.bytes += chunk.length;
    if (this.bytes < PIECE_BYTES || this.passOn()) return;
    stream.pause();
    this.sink.once('drain', () => stream.resume());
  }

  // What waits for the sink to drain waits in vain once that is ended: others come after this on the connection.
  handleReadyForQuery({ stream }: pg.Connection): void {
    stream.resume();
    this.passOn();
    this.resolve(this.rows);
  }

  override handleError(error: ServerFault, connection: pg.Connection): void {
    connection.stream.resume();
    super.handleError(error, connection);
  }

  private passOn(): boolean {
    const piece = Buffer.concat(this.pieces);
    this.pieces = [];
    this.bytes = 0;
    return piece.length === 0 || this.sink.write(piece);
  }
}

class CopyIn extends CopyStatement {
  private readonly source: AsyncIterable<Buffer>;

  constructor(text: string, source: AsyncIterable<Buffer>) {
    super(text);
    this.source = source;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.send(connection).then(
      () => connection.endCopyFrom(),
      (error: Error) => {
        this.fault ??= error;
        connection.sendCopyFail('what was to be copied cannot be read');
      },
    );
  }

  handleReadyForQuery(): void {
    this.resolve(this.rows);
  }

  private async send(connection: CopyConnection): Promise<void> {
    for await (const chunk of this.source) {
      // The server has refused it already, and waits for no more.
      if (this.fault !== undefined) return;
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await untilItTakesMore(connection.stream);
    }
  }
}

/** Or is gone. What waits for the other of the two is taken off: a large restore comes here a million times. */
async function untilItTakesMore(stream: Writable): Promise<void> {
  const over = new AbortController();
  const either = ['drain', 'close'].map((event) => once(stream, event, over));
  await Promise.race(either).finally(() => over.abort());
}

/** `copy … to stdout` into a stream that is as slow as it likes, and is left open; answers with the number of rows. */
export async function copyOut(client: pg.Client, text: string, sink: Writable): Promise<number> {
  const statement = new CopyOut(text, sink);
  client.query(statement);
  // Nobody takes what comes any more: the server is told by the end of the connection.
  const broken = new Promise<never>((_, reject) => sink.once('error', reject).once('close', reject));
  return Promise.race([statement.done, broken]);
}

/** `copy … from stdin` of whatever the source gives, as fast as the server takes it; answers with the number of rows. */
export async function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  const statement = new CopyIn(text, source);
  client.query(statement);
  return statement.done;
}
