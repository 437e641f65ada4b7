import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Skeleton } from '../ui/card.tsx';
import { Icon } from '../ui/icon.tsx';
import { useModal } from '../ui/use-modal.ts';
import { usePlace } from '../ui/use-place.ts';
import { useDesk, useMe } from './desk.tsx';
import { CloseButton } from './dialog.tsx';
import { Mark } from './mark.tsx';
import { PersonMenu } from './person-menu.tsx';
import type { Place } from './places.ts';
import { groupsOf, placeAt } from './rules/navigation.ts';

type Props = { readonly places: readonly Place[]; readonly children: ReactNode };

/** What is around every screen: where one is, where one can go, who one is. */
export function Shell({ places, children }: Props) {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  usePlace(main, path);
  // Another screen begins at its top; on the way back the browser knows where one was. The router tells of each step.
  useEffect(() => {
    const toTop = () => scrollTo(0, 0);
    addEventListener('pushState', toTop);
    return () => removeEventListener('pushState', toTop);
  }, []);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <a
        href="#main"
        className="absolute -top-20 left-3 z-50 rounded-control bg-accent px-4 py-2 font-medium text-on-accent focus:top-3"
      >
        Skip to the content
      </a>
      <TopBar onMenu={() => setOpen(true)} />
      <div className="hidden border-r border-line lg:block">
        <div className="sticky top-14 max-h-[calc(100dvh-3.5rem)] overflow-y-auto px-3 py-4">
          <Navigation places={places} />
        </div>
      </div>
      {isOpen ? (
        <Drawer onClose={() => setOpen(false)}>
          <Navigation places={places} onGo={() => setOpen(false)} />
        </Drawer>
      ) : undefined}
      <main id="main" ref={main} tabIndex={-1} className="min-w-0">
        <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
      </main>
    </div>
  );
}

function ScreenSkeleton() {
  return (
    <div className="flex flex-col gap-4 px-4 py-5 sm:px-6">
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-64" />
    </div>
  );
}

function TopBar({ onMenu }: { readonly onMenu: () => void }) {
  const desk = useDesk();
  const { environment, partner } = useMe();
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-line bg-card px-3 sm:px-4 lg:col-span-2 print:hidden">
      <button
        type="button"
        aria-label="Menu"
        onClick={onMenu}
        className="grid size-10 place-items-center rounded-control hover:bg-line/50 lg:hidden"
      >
        <Icon name="menu" className="size-5" />
      </button>
      <Link href="/" className="flex min-w-0 items-center gap-2 rounded-control">
        <Mark />
        <span className="truncate font-semibold">{desk === 'console' ? 'Console' : (partner?.name ?? 'Portal')}</span>
      </Link>
      {environment === 'sandbox' ? (
        <span className="shrink-0 rounded-full bg-note-soft px-2 py-0.5 text-tiny font-semibold tracking-wider whitespace-nowrap text-note">
          SANDBOX
        </span>
      ) : undefined}
      <div className="ml-auto">
        <PersonMenu />
      </div>
    </header>
  );
}

type NavigationProps = Pick<Props, 'places'> & { readonly onGo?: () => void };

function Navigation({ places, onGo }: NavigationProps) {
  const [path] = useLocation();
  const { permissions } = useMe();
  const here = placeAt(places, path);
  return (
    <nav aria-label="Places" className="flex flex-col gap-5">
      {groupsOf(places, permissions).map(({ name, places: inside }) => (
        <div key={name}>
          {name === '' ? undefined : (
            <p className="mb-1 px-2.5 text-xs font-semibold tracking-wide text-quiet uppercase">{name}</p>
          )}
          <ul>
            {inside.map((place) => (
              <li key={place.path}>
                <Link
                  href={place.path}
                  {...(onGo === undefined ? {} : { onClick: onGo })}
                  aria-current={place === here ? 'page' : undefined}
                  className="flex min-h-9 items-center gap-2.5 rounded-control px-2.5 py-1 font-medium text-quiet hover:bg-line/40 hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent forced-colors:aria-[current]:underline pointer-coarse:min-h-11"
                >
                  <Icon name={place.icon ?? 'list'} className="size-[18px]" />
                  {place.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Drawer({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const { dialog } = useModal(onClose, 'a[aria-current]');
  return (
    <dialog
      {...dialog}
      aria-label="Menu"
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-card p-0 text-ink shadow-lifted backdrop:bg-shade lg:hidden"
    >
      <div className="flex min-h-full flex-col gap-4 p-3">
        <div className="flex items-center justify-between">
          <span className="flex items-center gap-2 px-1 font-semibold">
            <Mark />
            Waybill
          </span>
          <CloseButton onClose={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
