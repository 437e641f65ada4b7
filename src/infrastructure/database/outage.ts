/** The network's own faults, and what the server says when it ends a connection or does not let one in. */
const LOST_CODE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0.|25P03|28...|3D000)$/;
const LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after|Client was closed|database .* is not currently accepting connections|Query read timeout)/;
/** The server is there but cannot: full, out of memory, read-only after a fail-over, too slow, held up by a lock. */
const UNABLE_CODE = /^(53...|57014|58...|25006|55P03)$/;
/** What a standby says of tables that are not logged, under the code of anything that it does not know. */
const UNABLE_MESSAGE = /^(cannot .* during recovery$|recovery is in progress)/;

type Fault = { readonly code?: string; readonly message?: string; readonly syscall?: string };

/** Nothing more can be said over the connection that failed so, not even that it is over. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '', syscall } = (error ?? {}) as Fault;
  return LOST_CODE.test(code) || (code === 'ENOENT' && syscall === 'connect') || LOST_MESSAGE.test(message);
}

/** Nobody's mistake: the same call may succeed in a moment. */
export function isDatabaseOutage(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as Fault;
  return isConnectionLost(error) || UNABLE_CODE.test(code) || UNABLE_MESSAGE.test(message);
}
