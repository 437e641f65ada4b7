/** A command that cannot be understood as it was given. */
export class UsageError extends Error {}

/** What most commands take. */
export type Json = { json?: boolean };

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** Beside the records, for whoever sits at the terminal: what is being done, and what goes wrong meanwhile. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The end of a command's help. */
export function example(line: string): string {
  return `\nExample:\n  waybill ${line}`;
}
