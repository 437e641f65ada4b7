const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs what has no end of its own, until somebody stops it or nobody reads its output any more. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  process.stdout.on('error', stop);
  try {
    await work(stopping.signal);
  } catch (fault) {
    if (!stopping.signal.aborted) throw fault;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
