type Document = { readonly kind: string; readonly isValid: boolean };

/** Kinds of which nothing is valid any more: one that was renewed has not ended. */
export function endedKinds(documents: readonly Document[]): readonly string[] {
  const valid = new Set(documents.filter(({ isValid }) => isValid).map(({ kind }) => kind));
  return [...new Set(documents.map(({ kind }) => kind).filter((kind) => !valid.has(kind)))];
}
