import { Button } from '../../shared/ui/button.tsx';
import { Card, Empty } from '../../shared/ui/card.tsx';
import type { Action, Queued } from '../day/action.ts';
import { forget, tryNow, useWork } from '../day/work.ts';
import { Photo } from '../parts/photo.tsx';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { photoOf } from '../rules/proof-photo.ts';
import { useFormat } from '../words/use-format.ts';
import { type Say, useWords } from '../words/words.ts';

/** What this phone still has to send, and what the server did not take. */
export function Waiting() {
  const t = useWords();
  const { waiting, refused } = useWork();
  return (
    <>
      <ScreenTitle back="/">{t('waiting.title')}</ScreenTitle>
      <div className="flex flex-col gap-4 p-4">
        {refused.length === 0 ? undefined : (
          <section>
            <h2 className="mb-2 text-lg font-bold text-bad">{t('waiting.refused')}</h2>
            <ul className="flex flex-col gap-3">
              {refused.map((entry) => (
                <li key={entry.id}>
                  <Card className="border-bad">
                    <Done entry={entry} />
                    <p lang="en" className="mt-2">
                      {entry.sentence}
                    </p>
                    <Button kind="plain" className="mt-3 w-full" onClick={() => forget(entry.id)}>
                      {t('waiting.understood')}
                    </Button>
                  </Card>
                </li>
              ))}
            </ul>
          </section>
        )}
        {waiting.length === 0 ? (
          refused.length === 0 && <Empty title={t('waiting.none')}>{t('waiting.noneMore')}</Empty>
        ) : (
          <>
            <p className="text-quiet">{t('waiting.kept')}</p>
            <ol className="flex flex-col gap-3">
              {waiting.map((entry) => (
                <li key={entry.id}>
                  <Card>
                    <Done entry={entry} />
                  </Card>
                </li>
              ))}
            </ol>
            <Button size="big" onClick={tryNow}>
              {t('waiting.tryNow')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/** What was done, when, and of which delivery. */
function Done({ entry: { action, doneAt } }: { readonly entry: Queued }) {
  const t = useWords();
  const format = useFormat();
  const photo = photoOf(action);
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{nameOf(t, action)}</p>
        <p className="text-sm text-quiet">
          <time className="tabular-nums">{format.moment(doneAt, Date.now())}</time>
          {'orderId' in action ? ` · ${action.orderId}` : ''}
        </p>
      </div>
      {photo === undefined ? undefined : (
        <Photo photo={photo} alt={t('waiting.photo')} className="size-16 rounded-control object-cover" />
      )}
    </div>
  );
}

function nameOf(t: Say, action: Action): string {
  const isFailed = action.kind === 'dropOff' && action.proof.kind === 'FAILED';
  return t(isFailed ? 'waiting.dropOffFailed' : `waiting.${action.kind}`);
}
