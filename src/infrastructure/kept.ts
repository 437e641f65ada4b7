type Store<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown; delete(key: K): unknown };

/** What is made once for each key and kept. What could not be made is made anew for whoever asks next. */
export function keptBy<K, V>(
  make: (key: K) => Promise<V>,
  store: Store<K, Promise<V>> = new Map(),
): (key: K) => Promise<V> {
  return (key) => {
    const known = store.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    store.set(key, made);
    made.catch(() => store.delete(key));
    return made;
  };
}
