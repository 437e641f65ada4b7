const UNVOUCHED = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/;
const NO_TLS = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/;

/** Why something failed, in the words of what was at the bottom of it: “fetch failed” tells nothing, and where several addresses were tried all of them together tell nothing either. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, errors, code = '' } = error as { cause?: unknown; errors?: readonly unknown[]; code?: unknown };
  const deeper = cause ?? errors?.[0];
  if (deeper instanceof Error) return reasonOf(deeper);
  const named = String(code);
  if (NO_TLS.test(named)) return 'no TLS is spoken there';
  const words = error.message || named || error.name;
  return UNVOUCHED.test(named) ? `${words}; NODE_EXTRA_CA_CERTS names an authority of your own` : words;
}
