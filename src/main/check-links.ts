import type { Settings } from '../infrastructure/config/settings.ts';

/** What is wrong with the address that links lead to. In the sandbox whoever follows one sits mostly at this machine. */
export function checkLinks({ environment, publicUrl }: Settings): string | undefined {
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(publicUrl).hostname);
  if (environment !== 'production' || !isHere) return undefined;
  return `links lead to ${publicUrl}, which nobody else reaches: set WAYBILL_PUBLIC_URL`;
}
