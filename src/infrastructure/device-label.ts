const LONGEST = 100;

/** A device's name for itself, fit to be stored and shown; never a reason to refuse. */
export function deviceLabel(text: string): string {
  return [...text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trim()].slice(0, LONGEST).join('');
}
