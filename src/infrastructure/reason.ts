/** Why something failed, in the words of what was at the bottom of it: “fetch failed” tells nothing, and where several addresses were tried all of them together tell nothing either. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, errors, code } = error as { cause?: unknown; errors?: readonly unknown[]; code?: string };
  const deeper = cause ?? errors?.[0];
  return deeper instanceof Error ? reasonOf(deeper) : error.message || code || error.name;
}
