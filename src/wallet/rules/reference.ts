/** What an operator calls a payment by, so that it is booked once however often the command is given. */
export type Reference = string & { readonly brand: 'reference' };

const FORM = /^[^\p{Cc}]{1,100}$/u;

/** Without blanks around it; undefined where it is none. */
export function referenceFrom(text: string): Reference | undefined {
  const reference = text.trim();
  return FORM.test(reference) ? (reference as Reference) : undefined;
}

/** References of one wallet or driver know nothing of those of others. */
export function keyOfReference(
  kind: 'top-up' | 'payout',
  owner: string,
  currency: string,
  reference: Reference,
): string {
  return `${kind}/${owner}/${currency}/${reference}`;
}
