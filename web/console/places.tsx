import { type Place, screen } from '../shared/desk/places.ts';

/** Every screen, in the order of the navigation. */
export const PLACES: readonly Place[] = [
  { path: '/', title: 'Home', group: '', icon: 'home', screen: screen(() => import('./screens/home.tsx'), 'Home') },
  {
    path: '/people',
    title: 'People',
    group: 'Team',
    icon: 'people',
    screen: screen(() => import('../shared/desk/screens/people.tsx'), 'People'),
  },
  {
    path: '/acts',
    title: 'Audit log',
    group: 'Team',
    icon: 'log',
    screen: screen(() => import('../shared/desk/screens/acts.tsx'), 'Acts'),
  },
  {
    path: '/account',
    title: 'Your account',
    screen: screen(() => import('../shared/desk/screens/account.tsx'), 'Account'),
  },
];
