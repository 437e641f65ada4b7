/** Something that must hold. */
export type Bound = { readonly what: string; readonly figure: number; readonly holds: boolean };

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}
