/** Beside an address that is edited: coordinates stay where they are until others are found or written. */
export function placeHint(address: string, addressThere: string): string | undefined {
  if (addressThere === '' || address === addressThere) return undefined;
  return `The coordinates are still those of ${addressThere}.`;
}
