import { Link, useRoute } from 'wouter';
import { Icon, type IconName } from '../../shared/ui/icon.tsx';
import { useWords } from '../words/words.ts';

const PLACES = [
  ['/', 'work'],
  ['/parcels', 'parcels'],
  ['/earnings', 'earnings'],
  ['/account', 'account'],
] as const satisfies readonly (readonly [string, IconName])[];

export function BottomNav() {
  const t = useWords();
  return (
    <nav
      aria-label={t('shell.nav')}
      className="sticky bottom-0 z-10 flex border-t border-line bg-card pb-[env(safe-area-inset-bottom)]"
    >
      {PLACES.map(([path, name]) => (
        <Place key={path} path={path} icon={name} label={t(`shell.${name}`)} />
      ))}
    </nav>
  );
}

function Place({ path, icon, label }: { readonly path: string; readonly icon: IconName; readonly label: string }) {
  const [isHere] = useRoute(path);
  return (
    <Link
      href={path}
      aria-current={isHere ? 'page' : undefined}
      className={`flex min-h-15 flex-1 flex-col items-center justify-center gap-0.5 text-xs ${isHere ? 'font-bold text-accent' : 'text-quiet'}`}
    >
      <Icon name={icon} />
      {label}
    </Link>
  );
}
