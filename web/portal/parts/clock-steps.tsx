import { useCalls } from '../../shared/desk/desk.tsx';
import { lengthOf } from '../../shared/desk/rules/moment.ts';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { secondsToNext } from '../rules/next-deadline.ts';

type PartnerClock = { readonly now: string; readonly offsetSeconds: number };

const STEPS = [
  { seconds: 60, title: '+1 min' },
  { seconds: 600, title: '+10 min' },
  { seconds: 3_600, title: '+1 h' },
  { seconds: 86_400, title: '+1 day' },
];

type Props = {
  readonly refresh: readonly string[];
  readonly deadlines?: readonly (string | null | undefined)[];
  /** Of the city whose times stand beside it. */
  readonly zone?: string | undefined;
};

/** The partner's own clock, and how to put it forward. */
export function ClockSteps({ refresh, deadlines = [], zone }: Props) {
  const calls = useCalls();
  const { data: clock } = useData<PartnerClock>('/sandbox/clock');
  const move = useAct((data: object) => calls.post<PartnerClock>('/sandbox/clock', data), {
    refresh: ['/sandbox/clock', '/orders', '/wallets', ...refresh],
  });
  const next = clock === undefined ? undefined : secondsToNext(clock.now, deadlines);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">
        {clock === undefined ? (
          'Your clock …'
        ) : (
          <>
            Your clock shows <Time at={clock.now} zone={zone} />
            {clock.offsetSeconds === 0 ? ', as everybody’s does.' : `, ${lengthOf(clock.offsetSeconds)} ahead.`}
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {STEPS.map(({ seconds, title }) => (
          <Button
            key={seconds}
            kind="plain"
            size="small"
            busy={move.busy}
            onClick={() => move.act({ advanceSeconds: seconds })}
          >
            {title}
          </Button>
        ))}
        {next === undefined ? undefined : (
          <Button kind="plain" size="small" busy={move.busy} onClick={() => move.act({ advanceSeconds: next })}>
            To the next deadline
          </Button>
        )}
        {clock === undefined || clock.offsetSeconds === 0 ? undefined : (
          <Button kind="quiet" size="small" busy={move.busy} onClick={() => move.act({ reset: true })}>
            Back to our time
          </Button>
        )}
      </div>
      {move.refusal === undefined ? undefined : <Notice tone="bad">{move.refusal.sentence}</Notice>}
    </div>
  );
}
