import { type Place, screen, TEAM_PLACES } from '../shared/desk/places.ts';
import type { Me } from '../shared/desk/types.ts';

const hasParcels = ({ partner }: Me) => partner?.platforms.includes('PLUS') === true;

/** Every screen, in the order of the navigation. */
export const PLACES: readonly Place[] = [
  { path: '/', title: 'Home', group: '', icon: 'home', screen: screen(() => import('./screens/home.tsx'), 'Home') },
  {
    path: '/orders',
    title: 'Orders',
    group: 'Deliveries',
    icon: 'orders',
    screen: screen(() => import('./screens/orders.tsx'), 'Orders'),
  },
  {
    path: '/orders/new',
    title: 'Place an order',
    may: 'build',
    screen: screen(() => import('./screens/new-order.tsx'), 'NewOrder'),
  },
  { path: '/orders/:orderId', title: 'Order', screen: screen(() => import('./screens/order.tsx'), 'Order') },
  {
    path: '/parcels',
    title: 'Parcels',
    group: 'Deliveries',
    icon: 'parcels',
    isFor: hasParcels,
    screen: screen(() => import('./screens/parcels.tsx'), 'Parcels'),
  },
  {
    path: '/parcels/upload',
    title: 'Upload parcels',
    may: 'build',
    isFor: hasParcels,
    screen: screen(() => import('./screens/parcels-upload.tsx'), 'ParcelsUpload'),
  },
  {
    path: '/parcels/:orderId',
    title: 'Parcel',
    isFor: hasParcels,
    screen: screen(() => import('./screens/parcel.tsx'), 'Parcel'),
  },
  {
    path: '/wallet',
    title: 'Wallet',
    group: 'Deliveries',
    icon: 'wallet',
    screen: screen(() => import('./screens/wallet.tsx'), 'Wallet'),
  },
  {
    path: '/sandbox',
    title: 'Sandbox',
    group: 'Deliveries',
    icon: 'sandbox',
    isFor: ({ environment }) => environment === 'sandbox',
    screen: screen(() => import('./screens/sandbox.tsx'), 'Sandbox'),
  },
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
  ...TEAM_PLACES,
];
