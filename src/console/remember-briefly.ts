/** The same answer for whoever asks for the same within so long; a failure is forgotten at once. */
export function rememberBriefly<T>(forMs: number, read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const reading = read(key);
    known.set(key, reading);
    const forget = () => known.delete(key);
    reading.then(() => setTimeout(forget, forMs).unref(), forget);
    return reading;
  };
}
