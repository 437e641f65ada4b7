import type { Stop } from '../api/types.ts';

/** What is to be known at a stop: who is there, what the partner remarks, what the recipient writes. */
export function StopFacts({ stop: { name, remarks } }: { readonly stop: Stop }) {
  return (
    <>
      {name === undefined || name === '' ? undefined : <p className="text-lg">{name}</p>}
      {remarks === undefined || remarks === '' ? undefined : (
        <p className="whitespace-pre-line border-l-4 border-line pl-3">{remarks}</p>
      )}
    </>
  );
}
