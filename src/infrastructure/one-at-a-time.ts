/** Asked for while it runs, the work is done once more when it has ended, however often it was asked for meanwhile. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        await work();
      }
    } finally {
      running = false;
    }
  };
}
