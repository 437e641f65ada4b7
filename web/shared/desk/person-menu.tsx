import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Icon } from '../ui/icon.tsx';
import { useCalls, useDoorway, useMe } from './desk.tsx';
import { roleTitle } from './roles.ts';
import { useAct } from './use-data.ts';

const ITEM = 'block w-full rounded-control px-3 py-2 text-left hover:bg-line/40';

/** Who is signed in, and the way out. */
export function PersonMenu() {
  const me = useMe();
  const calls = useCalls();
  const { leave } = useDoorway();
  const menu = useRef<HTMLDetailsElement>(null);
  const signOut = useAct(() => calls.post('/sign-out'), { onDone: leave });
  const close = () => menu.current?.removeAttribute('open');
  useEffect(() => {
    const beside = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) menu.current?.removeAttribute('open');
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || menu.current?.open !== true) return;
      menu.current.removeAttribute('open');
      menu.current.querySelector('summary')?.focus();
    };
    addEventListener('pointerdown', beside);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', beside);
      removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <details ref={menu} className="relative">
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-control px-2 hover:bg-line/40 [&::-webkit-details-marker]:hidden">
        <span
          aria-hidden="true"
          className="grid size-8 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent"
        >
          {me.name.slice(0, 1).toUpperCase()}
        </span>
        <span className="max-w-40 truncate font-medium max-sm:sr-only">{me.name}</span>
        <Icon name="down" className="size-4 text-quiet" />
      </summary>
      <div className="absolute right-0 mt-1 w-64 rounded-card border border-line bg-card p-1.5 shadow-lifted">
        <p className="px-3 pt-1.5 pb-2">
          <span className="block truncate font-medium">{me.name}</span>
          <span className="block truncate text-sm text-quiet">{me.email}</span>
          <span className="block text-sm text-quiet">{roleTitle(me.role)}</span>
        </p>
        <div className="border-t border-line pt-1.5">
          <Link href="/account" onClick={close} className={ITEM}>
            Your account
          </Link>
          <button type="button" onClick={() => signOut.act()} className={ITEM}>
            Sign out
          </button>
        </div>
      </div>
    </details>
  );
}
