/** What stands between digits, or around them unseen where they were copied; keyboards for Japanese write a dash as a long vowel. */
const BETWEEN = /[\s().\-/\p{Pd}\p{Cf}\u2212\u30fc]/gu;
const E164 = /^\+[1-9]\d{6,14}$/;

/** As the server knows phones, from how people type them; undefined where the country code is missing or it is no number. */
export function readPhone(typed: string): string | undefined {
  const phone = bare(typed).replace(/^00/, '+');
  return E164.test(phone) ? phone : undefined;
}

/** The digits of a code, from how people paste it; undefined where they are not six. */
export function readCode(typed: string): string | undefined {
  const code = bare(typed);
  return /^\d{6}$/.test(code) ? code : undefined;
}

/** Digits of full width are digits. */
function bare(typed: string): string {
  return typed.normalize('NFKC').replaceAll(BETWEEN, '');
}
