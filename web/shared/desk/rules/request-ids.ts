type Said = { readonly status: number; readonly code: string };
type Try = { readonly call: string; readonly id: string; readonly firstAt: number };

/** Who does the very same after that means it once more. */
const LONGEST_MS = 60 * 60_000;
/** Said before the call itself is looked at. */
const AT_THE_DOOR = [401, 403, 408, 429];

/** By which the server knows a call that it has seen before: pressed again because the answer was lost, it bears the id of the first try. */
export function createRequestIds(newId: () => string) {
  const lost = new Map<string, Try & { readonly lostAt: number }>();
  return {
    /** `call` is all that makes two calls the same. */
    begin(call: string, now: number): Try {
      const before = lost.get(call);
      return before !== undefined && now - before.lostAt <= LONGEST_MS ? before : { call, id: newId(), firstAt: now };
    },
    /** `refusal` is undefined where it was done. */
    end({ call, id, firstAt }: Try, refusal: Said | undefined, now: number): void {
      if (refusal !== undefined && !isVerdict(refusal)) {
        lost.set(call, { call, id, firstAt, lostAt: now });
        return;
      }
      lost.delete(call);
      if (refusal !== undefined) return;
      // Once something else was done after it, the same press is about another state: suspended, resumed, and suspended again.
      for (const [other, { lostAt }] of lost) if (lostAt <= firstAt) lost.delete(other);
    },
  };
}

/** Whether the server has looked whether it had done the call, and says that it has not. */
function isVerdict({ status, code }: Said): boolean {
  return status > 0 && status < 500 && !AT_THE_DOOR.includes(status) && code !== 'ERR_REQUEST_IN_PROGRESS';
}
