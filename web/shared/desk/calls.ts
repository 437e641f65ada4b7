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
export function faultAt(refusal: Refusal | undefined, field: string): string | undefined {
  return refusal?.faults.find(({ pointer }) => pointer === `/data/${field}`)?.sentence;
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
  async function exchange(method: string, path: string, query?: Query, data?: unknown): Promise<Response> {
    const response = await fetch(addressOf(desk, path, query), {
      method,
      // The header tells our own pages from a stranger's form; the id lets a repeated call take effect once.
      headers: { 'Waybill-App': desk, ...(method === 'GET' ? {} : { 'Request-ID': crypto.randomUUID() }) },
      ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
      cache: 'no-store',
      signal: AbortSignal.timeout(LONGEST_MS),
    }).catch(() => {
      throw notHeard();
    });
    if (response.ok) return response;
    const refusal = await refusalFrom(response);
    onRefused(refusal);
    throw refusal;
  }
  const body = async (response: Response) => {
    const text = await response.text();
    return text === '' ? { data: undefined } : JSON.parse(text);
  };
  const send = (method: string) => async (path: string, data?: unknown) =>
    (await body(await exchange(method, path, undefined, data))).data;
  return {
    get: async (path, query) => (await body(await exchange('GET', path, query))).data,
    page: async (path, query) => body(await exchange('GET', path, query)),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    del: send('DELETE'),
    file: async (path, query) => {
      const response = await exchange('GET', path, query);
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      const type = response.headers.get('content-type') ?? '';
      return new File([await response.blob()], name ?? path.split('/').at(-1) ?? 'file', { type });
    },
  };
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

type WireFault = { readonly id?: string; readonly message?: string; readonly detail?: string };

async function refusalFrom(response: Response): Promise<Refusal> {
  const { errors = [] } = (await response.json().catch(() => ({}))) as { errors?: readonly WireFault[] | WireFault };
  const [first = {}, ...others] = Array.isArray(errors) ? errors : [errors];
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const faultOf = ({ id = '', message = '', detail }: WireFault): Fault => ({
    code: id,
    sentence: message === '' ? `The server answered with ${response.status}. Try again in a moment.` : message,
    pointer: detail,
  });
  return new Refusal(
    response.status,
    [faultOf(first), ...others.map(faultOf)],
    Number.isFinite(seconds) ? seconds : undefined,
  );
}
