type ErrorRow = {
  readonly status: number;
  readonly sentence: string;
  /** What stands at the wire where that differs from our own code. */
  readonly wire?: { readonly id: string; readonly message?: string };
};

/** Every code this program can answer with: its HTTP status, and the sentence used where no better one is known. */
export const ERRORS = {
  ERR_INVALID_JSON: { status: 400, sentence: 'The body must be valid JSON.' },
  ERR_UNAUTHORIZED: { status: 401, sentence: 'The authorization token is not valid.' },
  ERR_INSUFFICIENT_CREDIT: { status: 402, sentence: 'The wallet does not hold enough for this. Top it up first.' },
  ERR_FORBIDDEN: { status: 403, sentence: 'This call is not allowed.' },
  ERR_NOT_FOUND: { status: 404, sentence: 'There is nothing at this path.' },
  ERR_ORDER_NOT_FOUND: { status: 404, sentence: 'There is no such order.' },
  ERR_DRIVER_NOT_FOUND: { status: 404, sentence: 'There is no such driver of this order.' },
  ERR_EVENT_NOT_FOUND: { status: 404, sentence: 'There is no such event of yours.' },
  ERR_OFFER_NOT_FOUND: { status: 404, sentence: 'There is no such offer of yours.' },
  ERR_METHOD_NOT_ALLOWED: { status: 405, sentence: 'This path does not answer to this method.' },
  ERR_REQUEST_TIMEOUT: { status: 408, sentence: 'The request did not arrive completely in time. Send it again.' },
  ERR_REQUEST_IN_PROGRESS: {
    status: 409,
    sentence: 'The same call is still running. Repeat it in a moment to get its answer.',
  },
  ERR_CANCELLATION_FORBIDDEN: { status: 409, sentence: 'The order cannot be cancelled any more.' },
  ERR_CHANGED_MEANWHILE: { status: 409, sentence: 'Somebody else has changed this meanwhile. Look again.' },
  ERR_OFFER_GONE: { status: 409, sentence: 'The offer does not stand any more.' },
  ERR_PAYLOAD_TOO_LARGE: { status: 413, sentence: 'The body must not be larger than 256 KiB.' },
  ERR_INVALID_FIELD: { status: 422, sentence: 'A field has the wrong form.' },
  ERR_MISSING_FIELD: { status: 422, sentence: 'A required field is missing.' },
  ERR_INVALID_MARKET: { status: 422, sentence: 'The market is not supported.' },
  ERR_INSUFFICIENT_STOPS: { status: 422, sentence: 'A quotation needs a pick-up and at least one drop-off.' },
  ERR_TOO_MANY_STOPS: { status: 422, sentence: 'A quotation takes one pick-up and at most 15 drop-offs.' },
  ERR_INVALID_SCHEDULE_TIME: { status: 422, sentence: 'The pick-up time cannot be used.' },
  ERR_INVALID_SERVICE_TYPE: { status: 422, sentence: 'The service is not offered here.' },
  ERR_INVALID_SPECIAL_REQUEST: { status: 422, sentence: 'The special request does not fit the service.' },
  ERR_OUT_OF_SERVICE_AREA: { status: 422, sentence: 'A stop lies outside the service area.' },
  ERR_REVERSE_GEOCODE_FAILURE: {
    status: 422,
    sentence: 'An address could not be resolved. Give latitude and longitude.',
  },
  ERR_INVALID_QUOTATION_ID: { status: 422, sentence: 'There is no such quotation.' },
  ERR_ORDER_OF_ANOTHER_PARTNER: {
    status: 422,
    sentence: 'There is no such order of yours.',
    wire: { id: 'ERR_ORDER_NOT_FOUND' },
  },
  ERR_INVALID_PHONE_NUMBER: { status: 422, sentence: 'The phone number cannot be used.' },
  ERR_INVALID_ORDER_STATUS: { status: 422, sentence: 'The status of the order does not allow this.' },
  ERR_CHANGE_DRIVER: { status: 422, sentence: 'The driver cannot be changed now.' },
  ERR_EXCEED_MIN_TIPS: { status: 422, sentence: 'The priority fee is too small.' },
  ERR_EXCEED_MAX_TIPS: { status: 422, sentence: 'The priority fee is too large.' },
  ERR_INVALID_TIPS: { status: 422, sentence: 'The priority fee cannot be used.' },
  ERR_ORDER_EDIT: {
    status: 422,
    sentence: 'The order cannot be edited.',
    wire: { id: 'ERR_ORDER_EDIT', message: 'Cannot edit order' },
  },
  ERR_ORDER_EDITED_ALREADY: {
    status: 422,
    sentence: 'An order can be edited once, and this one has been.',
    wire: { id: 'ERR_ORDER_EDIT', message: 'Cannot edit order, editing times exceeded' },
  },
  ERR_INVALID_RESPONSE: {
    status: 422,
    sentence:
      'The URL cannot be used: it must be reachable from the internet and answer an empty POST with 200 within 5 seconds.',
  },
  ERR_NO_WEBHOOK: { status: 422, sentence: 'No webhook URL is set. Set one with PATCH /v3/webhook first.' },
  ERR_TOO_MANY_KEYS: { status: 422, sentence: 'There are two keys already. Revoke one first.' },
  ERR_RATE_LIMIT_EXCEEDED: { status: 429, sentence: 'Too many calls. Wait until the reset time, then go on.' },
  ERR_HEADERS_TOO_LARGE: { status: 431, sentence: 'The headers must not be larger than 16 KiB.' },
  ERR_INTERNAL: {
    status: 500,
    sentence: 'Something went wrong on our side. Try again; if it goes on, quote the Request-Id to support.',
  },
  ERR_UNAVAILABLE: { status: 503, sentence: 'The service is not available right now. Try again in a few seconds.' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

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

function wireOf(code: ErrorCode): { id: string; message: string } {
  const { wire }: ErrorRow = ERRORS[code];
  const id = wire?.id ?? code;
  return { id, message: wire?.message ?? id };
}
