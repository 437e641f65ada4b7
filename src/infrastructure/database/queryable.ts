/** Where SQL can be sent: the pool, or one transaction. */
export type Queryable = {
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * The same, planned anew for these values: for lists, where it depends on them which index fits. After a few calls a connection
   * would keep a plan that is made for no values in particular.
   */
  queryByValues<Row = Record<string, unknown>>(text: string, values: readonly unknown[]): Promise<Row[]>;
};

const statementNames = new Map<string, string>();

/** Texts are constants of the program, so each is prepared once a connection under a name of its own. */
export function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `s${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name;
}
