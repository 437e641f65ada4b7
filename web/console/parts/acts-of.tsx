import { actWords } from '../../shared/desk/rules/act-words.ts';
import { Timeline } from '../../shared/desk/timeline.tsx';
import type { Act } from '../../shared/desk/types.ts';
import { usePages } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/card.tsx';

type Props = { readonly kind: 'order' | 'driver'; readonly id: string };

/** What people at the desks did to one thing, and why. */
export function ActsOf({ kind, id }: Props) {
  const { rows, more } = usePages<Act>('/acts', { subjectKind: kind, subjectId: id });
  if (rows === undefined) return <Skeleton className="h-24" />;
  if (rows.length === 0) return <p className="text-quiet">Nobody at a desk has touched it.</p>;
  return (
    <>
      <Timeline
        entries={rows.map((act) => ({
          key: act.id,
          at: act.at,
          title: `${act.who.name} ${actWords(act.action)}`,
          ...(act.reason === undefined || act.reason === null ? {} : { detail: act.reason }),
        }))}
      />
      {more === undefined ? undefined : (
        <Button kind="plain" busy={more.busy} onClick={more.load}>
          Show more
        </Button>
      )}
    </>
  );
}
