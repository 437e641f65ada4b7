import { type Place, screen } from '../shared/desk/places.ts';

/** Every screen, in the order of the navigation. */
export const PLACES: readonly Place[] = [
  { path: '/', title: 'Home', group: '', icon: 'home', screen: screen(() => import('./screens/home.tsx'), 'Home') },
  {
    path: '/keys',
    title: 'API keys',
    group: 'Developers',
    icon: 'key',
    screen: screen(() => import('./screens/keys.tsx'), 'Keys'),
  },
  {
    path: '/webhook',
    title: 'Webhook',
    group: 'Developers',
    icon: 'webhook',
    screen: screen(() => import('./screens/webhook.tsx'), 'Webhook'),
  },
  {
    path: '/events',
    title: 'Events',
    group: 'Developers',
    icon: 'events',
    screen: screen(() => import('./screens/events.tsx'), 'Events'),
  },
  { path: '/events/:eventId', title: 'Event', screen: screen(() => import('./screens/event.tsx'), 'Event') },
  {
    path: '/requests',
    title: 'Requests',
    group: 'Developers',
    icon: 'list',
    screen: screen(() => import('./screens/requests.tsx'), 'Requests'),
  },
  { path: '/requests/:id', title: 'Request', screen: screen(() => import('./screens/request.tsx'), 'Request') },
  {
    path: '/usage',
    title: 'Usage',
    group: 'Developers',
    icon: 'chart',
    screen: screen(() => import('./screens/usage.tsx'), 'Usage'),
  },
  {
    path: '/signature',
    title: 'Signature doctor',
    group: 'Developers',
    icon: 'doctor',
    screen: screen(() => import('./screens/signature.tsx'), 'Signature'),
  },
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
