const E164 = /^\+[1-9]\d{6,14}$/;

/** As the server knows phones, from how people type them; undefined where the country code is missing or it is no number. */
export function readPhone(typed: string): string | undefined {
  const bare = typed.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+');
  return E164.test(bare) ? bare : undefined;
}

/** The digits of a code, from how people paste it; undefined where they are not six. */
export function readCode(typed: string): string | undefined {
  const bare = typed.replaceAll(/[\s-]/g, '');
  return /^\d{6}$/.test(bare) ? bare : undefined;
}
