import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from '../../foundation/error-codes.ts';
import type { Fault } from '../../foundation/errors.ts';
import type { PartnerId } from '../../foundation/ids.ts';
import type { Instant } from '../../foundation/time.ts';
import type { Queryable, Transaction } from '../database/database.ts';
import type { Trace } from '../trace.ts';
import type { Answering } from './answer-forms.ts';

/** The names under which calls are counted; they stand in the rate headers. */
export const LIMITED_APIS = [
  'PostQuotation',
  'GetQuotation',
  'PostOrder',
  'GetOrder',
  'GetDriver',
  'DeleteDriver',
  'DeleteOrder',
  'PostPriorityFee',
  'GetCities',
  'PatchOrder',
  'PatchWebhook',
  'Sandbox',
] as const;
export type LimitedApi = (typeof LIMITED_APIS)[number];

export type Platform = 'ON_DEMAND' | 'PLUS';

/** `json`: data that was serialised before, for answers that are the same for many calls. */
export type Answer = {
  readonly status: number;
  readonly data?: unknown;
  readonly json?: string;
  /** Of a list: where the next page starts, null at the end. */
  readonly next?: string | null;
  /** All that the data is made of: where the same is answered again, nothing is written anew. */
  readonly madeOf?: object;
};
/** Of something that never changes. The data are asked for only where they were not written before. */
export const okMadeOf = (madeOf: object, data: () => unknown): Answer => ({
  status: 200,
  madeOf,
  get data() {
    return data();
  },
});
export const ok = (data: unknown): Answer => ({ status: 200, data });
export const okJson = (json: string): Answer => ({ status: 200, json });
export const createdJson = (json: string): Answer => ({ status: 201, json });
export const created = (data: unknown): Answer => ({ status: 201, data });
export const okPage = (data: readonly unknown[], next: string | null): Answer => ({ status: 200, data, next });
export const noContent = (): Answer => ({ status: 204 });

/** What is stored of a call that succeeded, so that the same call again gets the same answer. */
export type Memory = {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly body: string;
  readonly at: Instant;
};

export type PartnerCall<Params, Query, Data> = {
  /** With the markets that the key is for. */
  readonly partner: { readonly id: PartnerId; readonly name: string; readonly markets: readonly string[] };
  readonly market: string;
  readonly platform: Platform;
  /** The time on the partner's clock, which may be ahead of ours in the sandbox. */
  readonly now: Instant;
  readonly clockAheadMs: number;
  readonly params: Params;
  readonly query: Query;
  readonly data: Data;
  /** The revision that somebody at a desk had before them of what they change. */
  readonly seenRevision?: number;
  readonly trace: Trace;
  /** The database as the partner may see it, for reads that take their time: it costs two round trips more. */
  readonly seen: Queryable;
  /** Whether the header `Expand` names this part of the answer. */
  expands(part: string): boolean;
  /** For the one write that commits many calls at once: what it must store with the change. Undefined where nothing is remembered. */
  memoryOf(answer: Answer): Memory | undefined;
  /** For an answer that only tells what an earlier call did: where that was this very call, what it was answered goes out instead. */
  asBefore(answer: Answer): Promise<Answer>;
  /** Whether more is committed with its change than the memory of its answer, so that it cannot be committed together with other calls. */
  readonly commitsAlone: boolean;
  /** The one way to write: the change and the memory of its answer are committed together, or neither is. */
  once(work: (tx: Transaction) => Promise<Answer>): Promise<Answer>;
};

export type PartnerRoute<Params extends TSchema, Query extends TSchema, Data extends TSchema> = Answering & {
  /** The name of the call in the reference and in clients; both variants of a path have the same. */
  readonly operationId: string;
  readonly limit: LimitedApi;
  /** ANY: whichever the header names. UNASKED: the header need not say, what is asked for decides. */
  readonly platform: Platform | 'ANY' | 'UNASKED';
  readonly description?: string;
  readonly tag: string;
  readonly params?: Params;
  readonly query?: Query;
  /** The form of the body's `data`. */
  readonly data?: Data;
  /** Where the schema has found faults: those that the endpoint's own rules find in what is sound, to be told with them. */
  readonly furtherFaults?: (
    data: unknown,
    call: { readonly market: string; readonly now: Instant },
  ) => readonly Fault[];
  /** Doing it again does no harm, so its answers are not remembered. */
  readonly harmlessToRepeat?: boolean;
  /** Fields of `data` may also stand at the top of the body, and what is missing is the endpoint's to judge. */
  readonly dataMayBeBare?: boolean;
  /** What a body without `data` is answered with; ERR_MISSING_FIELD where nothing else is said. */
  readonly missingDataCode?: ErrorCode;
  /** What the header `Expand` may name. */
  readonly expand?: readonly string[];
  /** So cheap to read that this begins while the call is counted; what was found is dropped where the call is refused. */
  readonly readWhileCounted?: boolean;
  /** The call reads no body, so a client that sends one need not have signed it. */
  readonly ignoresBody?: boolean;
};

type RegisterRoute = <
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Data extends TSchema = TSchema,
>(
  path: string,
  route: PartnerRoute<Params, Query, Data>,
  handle: (call: PartnerCall<Static<Params>, Static<Query>, Static<Data>>) => Promise<Answer>,
) => void;

/** The signed front door, as every room's http file gets it. */
export type PartnerApi = {
  readonly get: RegisterRoute;
  readonly post: RegisterRoute;
  readonly put: RegisterRoute;
  readonly patch: RegisterRoute;
  readonly delete: RegisterRoute;
};
