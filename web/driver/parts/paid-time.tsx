import { Icon } from '../../shared/ui/icon.tsx';
import { useNow } from '../day/use-now.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';

const MINUTE_MS = 60_000;

type Props = { readonly kind: 'QUEUE' | 'WAIT'; readonly allowedMinutes: number; readonly since: string | undefined };

/** How long is paid for, and since the arrival how much of it is left. */
export function PaidTime({ kind, allowedMinutes, since }: Props) {
  const t = useWords();
  const format = useFormat();
  const time = useNow(5_000);
  const until = since === undefined ? undefined : Date.parse(since) + allowedMinutes * MINUTE_MS;
  return (
    <div className="flex items-center gap-3">
      <Icon name="clock" />
      <div>
        <p className="font-medium">{t(kind === 'QUEUE' ? 'order.queue' : 'order.wait', { count: allowedMinutes })}</p>
        {until === undefined ? undefined : (
          <p className="text-sm text-quiet">
            {until > time
              ? t('order.paidLeft', {
                  count: Math.min(allowedMinutes, Math.ceil((until - time) / MINUTE_MS)),
                  time: format.time(until),
                })
              : t('order.paidOver')}
          </p>
        )}
      </div>
    </div>
  );
}
