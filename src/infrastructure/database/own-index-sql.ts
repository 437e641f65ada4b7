/**
 * Rows that have this value in the last column of an index before its key, read in the order of that index: `order by market desc, id desc`.
 * With `=` that would be the order of the ids alone, and the planner might walk through the ids of everybody: it takes all rows to be
 * spread evenly, but those of one owner may all be old. A statement with this is planned for its values.
 */
export function only(column: string, value: string): string {
  return `${column} between ${value} and ${value}`;
}
