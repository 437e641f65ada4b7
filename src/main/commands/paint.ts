const CODES = { green: 32, red: 31, grey: 90 } as const;
export type Colour = keyof typeof CODES;

/** In colour on a terminal that has it and whose user has not asked for none (NO_COLOR); otherwise as it is. */
export function paint(colour: Colour | undefined, text: string): string {
  if (colour === undefined || !process.stdout.isTTY || !process.stdout.hasColors()) return text;
  return `\u001b[${CODES[colour]}m${text}\u001b[0m`;
}
