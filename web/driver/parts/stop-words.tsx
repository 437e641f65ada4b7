import { Notice } from '../../shared/ui/notice.tsx';
import type { Stop } from '../api/types.ts';
import { useWords } from '../words/words.ts';

type Props = { readonly stop: Pick<Stop, 'remarks' | 'notes' | 'notTheirsSince'> };

/** What was said of a stop: by the partner, and by whoever waits there. */
export function StopWords({ stop: { remarks = '', notes = [], notTheirsSince } }: Props) {
  const t = useWords();
  return (
    <>
      {notTheirsSince === undefined ? undefined : <Notice tone="bad">{t('order.notTheirs')}</Notice>}
      {remarks === '' ? undefined : <p className="whitespace-pre-line border-l-4 border-line pl-3">{remarks}</p>}
      {notes.length === 0 ? undefined : (
        <div className="border-l-4 border-accent pl-3">
          <p className="text-quiet">{t('order.recipientWrites')}</p>
          {notes.map(({ text, writtenAt }) => (
            <p key={`${writtenAt} ${text}`} className="whitespace-pre-line font-semibold">
              {text}
            </p>
          ))}
        </div>
      )}
    </>
  );
}
