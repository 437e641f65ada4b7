type Contact = {
  /** The stream of news is open. */
  readonly streams: boolean;
  /** The server is not reached, or the phone says that it has no network. */
  readonly failed: boolean;
  /** A call has failed while other things speak for the connection: one more is to tell. */
  readonly doubted: boolean;
  /** The server is reached, and lets this driver do nothing. */
  readonly suspended: boolean;
};
export type Connection = 'live' | 'offline' | 'connecting' | 'suspended';
type LostCall = {
  /** The server has said something, by whichever way, since this call went out. */
  readonly isContradicted: boolean;
  /** There was a doubt already when it went out: it was to tell. */
  readonly wasDoubted: boolean;
};

/** After a call that did not reach the server. One kind of call may fail by itself, while the rest gets through. */
export function afterLostCall<Known extends Contact>(contact: Known, { isContradicted, wasDoubted }: LostCall): Known {
  if (contact.failed) return contact;
  const isSure = !isContradicted && (wasDoubted || !contact.streams);
  return isSure ? { ...contact, failed: true } : { ...contact, doubted: true };
}

export function connectionOf({ streams, failed, suspended }: Contact): Connection {
  if (failed) return 'offline';
  if (suspended) return 'suspended';
  return streams ? 'live' : 'connecting';
}
