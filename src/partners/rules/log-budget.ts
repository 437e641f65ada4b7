/** A second of the log holds so many calls that succeeded: of one key, and of all keys that one process answers. */
const MOST_OF_KEY = 20;
const MOST_IN_ALL = 200;

/** What was refused, failed or got no answer is written down, however many others are. */
export function isAlwaysKept(status: number | undefined): boolean {
  return status === undefined || status >= 400;
}

/** How many calls that succeeded are kept of this second so far. */
type KeptCalls = { readonly ofKey: number; readonly inAll: number };

/**
 * Whether one more that succeeded is kept. The first of a key always is, however busy others are. 20 a second are 1,200 a minute,
 * four times what the usual limits of a key allow of any call.
 */
export function hasRoom({ ofKey, inAll }: KeptCalls): boolean {
  return ofKey === 0 || (ofKey < MOST_OF_KEY && inAll < MOST_IN_ALL);
}
