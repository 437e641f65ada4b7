/** For what cannot happen unless the program itself is wrong. A user's mistake is a refusal, never an assertion. */
export function assert(condition: unknown, broken: string): asserts condition {
  if (!condition) throw new Error(`broken assumption: ${broken}`);
}

export function assertPresent<T>(value: T | null | undefined, broken: string): T {
  assert(value !== null && value !== undefined, broken);
  return value;
}
