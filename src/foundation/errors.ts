import { ERRORS, type ErrorCode, type ErrorRow } from './error-codes.ts';

/** One thing that is wrong; `pointer` is a JSON pointer to the field at fault. */
export type Fault = { readonly code: ErrorCode; readonly sentence: string; readonly pointer?: string };

/** The one way to refuse a call. Anything else that is thrown is a bug. */
export class DeliveryError extends Error {
  readonly faults: readonly [Fault, ...Fault[]];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    faults: ErrorCode | readonly [Fault, ...Fault[]],
    sentence?: string,
    pointer?: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    const list: readonly [Fault, ...Fault[]] =
      typeof faults === 'string'
        ? [
            {
              code: faults,
              sentence: sentence ?? ERRORS[faults].sentence,
              ...(pointer === undefined ? {} : { pointer }),
            },
          ]
        : faults;
    super(list[0].sentence);
    this.faults = list;
    this.headers = headers;
  }

  get code(): ErrorCode {
    return this.faults[0].code;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Refuses what has faults, naming all of them at once. */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first, ...more] = faults;
  if (first !== undefined) throw new DeliveryError([first, ...more]);
}

type WireFault = { readonly id: string; readonly message: string; readonly detail?: string };

/** `isOne`: `errors` is the first fault alone, not a list. */
export function errorBody(
  faults: readonly [Fault, ...Fault[]],
  isOne = false,
): {
  readonly message: string;
  readonly errors: WireFault | readonly WireFault[];
} {
  return {
    message: wireOf(faults[0].code).message,
    errors: isOne ? wireFaultOf(faults[0]) : faults.map(wireFaultOf),
  };
}

function wireFaultOf({ code, sentence, pointer }: Fault): WireFault {
  return { id: wireOf(code).id, message: sentence, ...(pointer === undefined ? {} : { detail: pointer }) };
}

/** The code as clients know it. */
export function wireIdOf(code: ErrorCode): string {
  return wireOf(code).id;
}

function wireOf(code: ErrorCode): { id: string; message: string } {
  const { wire }: ErrorRow = ERRORS[code];
  const id = wire?.id ?? code;
  return { id, message: wire?.message ?? id };
}
