const FIRST_MASKED = 2;

/** A plate as partners see it: the first two characters and the last one are asterisks. */
export function maskPlate(plate: string): string {
  const characters = [...plate];
  return characters
    .map((character, index) => (index < FIRST_MASKED || index === characters.length - 1 ? '*' : character))
    .join('');
}
