import type { Instant } from '../../foundation/time.ts';

type Version = { readonly version: number; readonly holdsFrom: Instant };

/** Of the published versions, the one that holds at a time: the latest to have begun, and of two that begin together the newer. */
export function versionAt<V extends Version>(versions: readonly V[], at: Instant): V | undefined {
  let best: V | undefined;
  for (const version of versions) {
    if (version.holdsFrom > at) continue;
    const later =
      best === undefined ||
      version.holdsFrom > best.holdsFrom ||
      (version.holdsFrom === best.holdsFrom && version.version > best.version);
    if (later) best = version;
  }
  return best;
}
