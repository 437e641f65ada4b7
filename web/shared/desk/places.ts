import { type ComponentType, createElement, lazy, useState } from 'react';
import type { IconName } from '../ui/icon.tsx';
import type { Me } from './types.ts';

/** What the path of a screen names. */
type Params = { readonly params: Readonly<Record<string, string>> };
type Screen = ComponentType<Params>;

/** A screen whose file is fetched when it is first shown, or before. */
export type FetchedScreen = { readonly Screen: Screen; readonly fetch: () => Promise<unknown> };

/** One screen of a desk. */
export type Place = {
  /** As the router writes it, such as "/orders/:orderId". */
  readonly path: string;
  readonly title: string;
  /** Under which heading it stands in the navigation; without one it is reached from other screens. */
  readonly group?: string;
  readonly icon?: IconName;
  /** The permission without which it is not shown. */
  readonly may?: string;
  /** Where it is not for everybody's partner or environment. */
  readonly isFor?: (me: Me) => boolean;
  readonly screen: FetchedScreen;
};

export function screen<Name extends string>(
  load: () => Promise<Readonly<Record<Name, Screen>>>,
  name: Name,
): FetchedScreen {
  let fetched: Screen | undefined;
  async function fetch() {
    fetched ??= (await load())[name];
    return { default: fetched };
  }
  const Awaited = lazy(fetch);
  return {
    fetch,
    Screen(props) {
      // React keeps back what it had to wait for by 300 ms: what is there already is not waited for.
      const [Known] = useState(() => fetched ?? Awaited);
      return createElement(Known, props);
    },
  };
}

/** The last ones of every desk. */
export const TEAM_PLACES: readonly Place[] = [
  {
    path: '/people',
    title: 'People',
    group: 'Team',
    icon: 'people',
    screen: screen(() => import('./screens/people.tsx'), 'People'),
  },
  {
    path: '/acts',
    title: 'Audit log',
    group: 'Team',
    icon: 'log',
    screen: screen(() => import('./screens/acts.tsx'), 'Acts'),
  },
  {
    path: '/account',
    title: 'Your account',
    screen: screen(() => import('./screens/account.tsx'), 'Account'),
  },
];
