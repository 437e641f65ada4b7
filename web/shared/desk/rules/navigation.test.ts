import { expect, test } from 'vitest';
import type { Place } from '../places.ts';
import { groupsOf, placeAt } from './navigation.ts';

const screen: Place['screen'] = { Screen: () => null, fetch: async () => {} };
const HOME: Place = { path: '/', title: 'Home', group: '', screen };
const ORDERS: Place = { path: '/orders', title: 'Orders', group: 'Work', screen };
const ORDER: Place = { path: '/orders/:orderId', title: 'Order', screen };
const PEOPLE: Place = { path: '/people', title: 'People', group: 'Team', may: 'people', screen };
const NEW: Place = { path: '/orders/new', title: 'New order', group: 'Work', may: 'build', screen };
const ALL = [HOME, ORDERS, ORDER, PEOPLE, NEW];

test('places stand under their headings in the order of the list, without those that the role does not allow', () => {
  expect(groupsOf(ALL, ['look', 'people', 'build'])).toEqual([
    { name: '', places: [HOME] },
    { name: 'Work', places: [ORDERS, NEW] },
    { name: 'Team', places: [PEOPLE] },
  ]);
  expect(groupsOf(ALL, ['look']).map(({ name }) => name)).toEqual(['', 'Work']);
});

test('somebody on a screen that is not in the navigation is at the nearest place above it', () => {
  expect(placeAt(ALL, '/')).toBe(HOME);
  expect(placeAt(ALL, '/orders')).toBe(ORDERS);
  expect(placeAt(ALL, '/orders/1')).toBe(ORDERS);
  expect(placeAt(ALL, '/orders/new')).toBe(NEW);
  expect(placeAt(ALL, '/orders-of-old')).toBeUndefined();
});
