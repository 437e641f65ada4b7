/** Columns with their distance, handed out nearest first. A column may stand in it several times. */
export type CheapestFirstQueue = {
  clear(): void;
  add(column: number, distance: number): void;
  /** Nothing may be taken from an empty queue. */
  take(): number;
};

/** A binary heap in typed arrays: the children of place i are 2i + 1 and 2i + 2. */
export function createCheapestFirstQueue(capacity: number): CheapestFirstQueue {
  const columns = new Int32Array(capacity);
  const distances = new Float64Array(capacity);
  let length = 0;

  function put(place: number, column: number, distance: number): void {
    columns[place] = column;
    distances[place] = distance;
  }

  function add(column: number, distance: number): void {
    let place = length++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if ((distances[parent] as number) <= distance) break;
      put(place, columns[parent] as number, distances[parent] as number);
      place = parent;
    }
    put(place, column, distance);
  }

  function take(): number {
    const taken = columns[0] as number;
    length -= 1;
    sink(columns[length] as number, distances[length] as number);
    return taken;
  }

  function sink(column: number, distance: number): void {
    let place = 0;
    for (let child = 1; child < length; child = 2 * place + 1) {
      if (child + 1 < length && (distances[child + 1] as number) < (distances[child] as number)) child += 1;
      if ((distances[child] as number) >= distance) break;
      put(place, columns[child] as number, distances[child] as number);
      place = child;
    }
    put(place, column, distance);
  }

  function clear(): void {
    length = 0;
  }

  return { clear, add, take };
}
