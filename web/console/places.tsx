import { type Place, screen } from '../shared/desk/places.ts';

/** Every screen, in the order of the navigation. */
export const PLACES: readonly Place[] = [
  { path: '/', title: 'Home', group: '', icon: 'home', screen: screen(() => import('./screens/home.tsx'), 'Home') },
  {
    path: '/numbers',
    title: 'Numbers of the day',
    group: 'Office',
    icon: 'chart',
    screen: screen(() => import('./screens/numbers.tsx'), 'Numbers'),
  },
  {
    path: '/partners',
    title: 'Partners',
    group: 'Office',
    icon: 'partner',
    screen: screen(() => import('./screens/partners.tsx'), 'Partners'),
  },
  {
    path: '/partners/:partnerId',
    title: 'Partner',
    screen: screen(() => import('./screens/partner.tsx'), 'Partner'),
  },
  {
    path: '/webhooks',
    title: 'Webhooks in trouble',
    group: 'Office',
    icon: 'webhook',
    screen: screen(() => import('./screens/webhook-troubles.tsx'), 'WebhookTroubles'),
  },
  {
    path: '/plan',
    title: 'Plan of the day',
    group: 'Parcels',
    icon: 'route',
    screen: screen(() => import('./screens/plan.tsx'), 'Plan'),
  },
  {
    path: '/parcels',
    title: 'Parcels',
    group: 'Parcels',
    icon: 'parcels',
    screen: screen(() => import('./screens/parcels.tsx'), 'Parcels'),
  },
  {
    path: '/parcels/:parcelId',
    title: 'Parcel',
    screen: screen(() => import('./screens/parcel.tsx'), 'Parcel'),
  },
  {
    path: '/rates',
    title: 'Rate cards',
    group: 'Market',
    icon: 'rates',
    screen: screen(() => import('./screens/rates.tsx'), 'Rates'),
  },
  {
    path: '/rates/:city/:service',
    title: 'Rate card',
    screen: screen(() => import('./screens/rate-card.tsx'), 'RateCard'),
  },
  {
    path: '/areas',
    title: 'Service areas',
    group: 'Market',
    icon: 'map',
    screen: screen(() => import('./screens/areas.tsx'), 'Areas'),
  },
  {
    path: '/special-requests',
    title: 'Special requests',
    group: 'Market',
    icon: 'label',
    screen: screen(() => import('./screens/special-requests.tsx'), 'SpecialRequests'),
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
