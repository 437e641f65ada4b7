import { useWork } from '../day/work.ts';
import { readSpecialRequest, type SpecialRequest } from '../rules/special-request.ts';
import { type Say, useWords } from '../words/words.ts';

/** What the order asks for beyond the way. */
export function SpecialRequests({ keys }: { readonly keys: readonly string[] }) {
  const t = useWords();
  const { me } = useWork();
  if (keys.length === 0) return undefined;
  return (
    <ul className="flex flex-wrap gap-2">
      {keys.map((key) => (
        <li key={key} className="rounded-control bg-note-soft px-3 py-1 text-sm font-medium text-note">
          {inWords(t, readSpecialRequest(key, me?.specialRequests ?? {}))}
        </li>
      ))}
    </ul>
  );
}

function inWords(t: Say, request: SpecialRequest): string {
  switch (request.kind) {
    case 'queue':
    case 'wait':
      return t(`request.${request.kind}`, { count: request.minutes });
    case 'helpers':
      return t('request.helpers', { count: request.helpers });
    case 'other':
      return request.name;
    default:
      return t(`request.${request.kind}`);
  }
}
