import { useState } from 'react';

/** What the person saw when the dialog was opened: whatever happens meanwhile, that is what they decide about. */
export function useSeen<Seen>(now: Seen): Seen {
  const [seen] = useState(now);
  return seen;
}
