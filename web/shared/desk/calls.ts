import { createRequestIds } from './rules/request-ids.ts';

export type Desk = 'portal' | 'console';
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;
export type Pages<Row> = { readonly data: readonly Row[]; readonly next: string | null };
type Fault = { readonly code: string; readonly sentence: string; readonly pointer: string | undefined };

/** The server has said no, or has not been heard at all (status 0). What stands on it is the first fault's. */
export class Refusal extends Error implements Fault {
  readonly status: number;
  readonly faults: readonly Fault[];
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, faults: readonly [Fault, ...Fault[]], retryAfterSeconds?: number) {
    super(faults[0].sentence);
    this.status = status;
    this.faults = faults;
    this.retryAfterSeconds = retryAfterSeconds;
  }
  get code(): string {
    return this.faults[0]?.code ?? '';
  }
  get sentence(): string {
    return this.message;
  }
  get pointer(): string | undefined {
    return this.faults[0]?.pointer;
  }
}

/** What is wrong with the field of that name in the data that was sent, such as "email" or "stops/0/address". */
export function faultAt(refusal: Refusal | undefined, field: string): Fault | undefined {
  return refusal?.faults.find(({ pointer }) => pointer === `/data/${field}`);
}

/** What is left to say where the fields named here show their own faults. */
export function faultBeside(refusal: Refusal | undefined, fields: readonly string[]): string | undefined {
  const shown = fields.map((field) => `/data/${field}`);
  return refusal?.faults.find(({ pointer }) => pointer === undefined || !shown.includes(pointer))?.sentence;
}

/** The calls of one desk; `path` is what follows /portal/v1 or /console/v1. */
export type Calls = {
  get<Data>(path: string, query?: Query): Promise<Data>;
  page<Row>(path: string, query?: Query): Promise<Pages<Row>>;
  post<Data = void>(path: string, data?: unknown): Promise<Data>;
  put<Data = void>(path: string, data?: unknown): Promise<Data>;
  patch<Data = void>(path: string, data?: unknown): Promise<Data>;
  del<Data = void>(path: string, data?: unknown): Promise<Data>;
  file(path: string, query?: Query): Promise<File>;
};

const LONGEST_MS = 60_000;

/** `onRefused` hears of every call that is refused: whoever is signed out, or may less than before, learns it by any of them. */
export function createCalls(desk: Desk, onRefused: (refusal: Refusal) => void): Calls {
  const requestIds = createRequestIds(() => crypto.randomUUID());

  async function exchange<Answer>(
    { method = 'GET', path, query, headers, body }: Call,
    read: (response: Response) => Promise<Answer>,
  ): Promise<Answer> {
    const response = await fetch(addressOf(desk, path, query), {
      method,
      // Tells our own pages from a stranger's form.
      headers: { 'Waybill-App': desk, ...headers },
      ...(body === undefined ? {} : { body }),
      cache: 'no-store',
      signal: AbortSignal.timeout(LONGEST_MS),
    }).catch(() => {
      throw notHeard();
    });
    if (!response.ok) {
      const refusal = await refusalFrom(response);
      onRefused(refusal);
      throw refusal;
    }
    // What has broken off, or comes from something between us and the server, is no answer.
    return read(response).catch(() => {
      throw notHeard();
    });
  }

  const send = (method: string) => async (path: string, data?: unknown) => {
    const body = data === undefined ? undefined : JSON.stringify({ data });
    const attempt = requestIds.begin(JSON.stringify([method, path, body]), Date.now());
    const call = { method, path, headers: { 'Request-ID': attempt.id }, body };
    try {
      const answer = await exchange(call, readBody);
      requestIds.end(attempt, undefined, Date.now());
      return answer.data as never;
    } catch (error) {
      requestIds.end(attempt, asRefusal(error), Date.now());
      throw error;
    }
  };
  return {
    get: async (path, query) => (await exchange({ path, query }, readBody)).data as never,
    page: async (path, query) => (await exchange({ path, query }, readBody)) as never,
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    del: send('DELETE'),
    file: (path, query) =>
      exchange({ path, query }, async (response) => {
        const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
        const type = response.headers.get('content-type') ?? '';
        return new File([await response.blob()], name ?? path.split('/').at(-1) ?? 'file', { type });
      }),
  };
}

type Call = {
  readonly method?: string;
  readonly path: string;
  readonly query?: Query | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

async function readBody(response: Response): Promise<{ readonly data?: unknown }> {
  const text = await response.text();
  const body: unknown = text === '' ? {} : JSON.parse(text);
  if (typeof body !== 'object' || body === null) throw new Error('The answer is not the server’s.');
  return body;
}

export function addressOf(desk: Desk, path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/${desk}/v1${path}${search === '' ? '' : `?${search}`}`;
}

function notHeard(): Refusal {
  const sentence = 'The server was not reached. Check your connection and try again.';
  return new Refusal(0, [{ code: '', sentence, pointer: undefined }]);
}

/** What went wrong in the page itself is trouble like any other for whoever looks at it. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const sentence = 'Something went wrong on this page. Load it again.';
  return new Refusal(0, [{ code: '', sentence, pointer: undefined }]);
}

type WireFault = { readonly id?: string; readonly message?: string; readonly detail?: string };

export async function refusalFrom(response: Response): Promise<Refusal> {
  const { errors = [] } = (await readBody(response).catch(() => ({}))) as {
    readonly errors?: readonly WireFault[] | WireFault;
  };
  const [first = {}, ...others] = Array.isArray(errors) ? errors : [errors];
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const faultOf = ({ id = '', message = '', detail }: WireFault): Fault => ({
    code: id,
    sentence: message === '' ? sentenceWithout(response.status) : message,
    pointer: detail,
  });
  return new Refusal(
    response.status,
    [faultOf(first), ...others.map(faultOf)],
    Number.isFinite(seconds) ? seconds : undefined,
  );
}

/** Where it was not our server that answered, but a proxy on the way. */
function sentenceWithout(status: number): string {
  if (status === 413)
    return 'This is larger than a proxy on the way lets through. Send less at once, or have it let more.';
  return `The server answered with ${status}. Try again in a moment.`;
}
