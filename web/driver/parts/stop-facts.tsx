import type { Stop } from '../api/types.ts';
import { StopWords } from './stop-words.tsx';

/** What is to be known at a stop: who is there, what the partner remarks, what the recipient writes. */
export function StopFacts({ stop }: { readonly stop: Stop }) {
  return (
    <>
      {stop.name === undefined || stop.name === '' ? undefined : (
        <p translate="no" className="text-lg">
          {stop.name}
        </p>
      )}
      <StopWords stop={stop} />
    </>
  );
}
