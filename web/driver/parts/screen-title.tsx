import { Link } from 'wouter';
import { Icon } from '../../shared/ui/icon.tsx';
import { useWords } from '../words/words.ts';

/** The heading of a screen that was entered from another, and the way back; the phone's own does not lead into it again. */
export function ScreenTitle({ back, children }: { readonly back: string; readonly children: string }) {
  const t = useWords();
  return (
    <div className="flex items-center gap-1 px-1 pt-2">
      <Link href={back} replace aria-label={t('common.back')} className="grid size-12 shrink-0 place-items-center">
        <Icon name="back" />
      </Link>
      <h1 className="text-2xl font-bold">{children}</h1>
    </div>
  );
}
