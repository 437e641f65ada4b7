import { expect, test } from 'vitest';
import { findRoute, type KnownRoute } from './find-route.ts';

const known = (method: string, path: string, platform: 'ON_DEMAND' | 'PLUS' | 'ANY', summary: string): KnownRoute => ({
  method,
  path,
  route: { limit: 'GetOrder', platform, tag: 'Orders', operationId: 'probe', summary, answers: {} },
});
const ROUTES = [
  known('GET', '/v3/orders', 'ANY', 'list'),
  known('GET', '/v3/orders/:orderId', 'ON_DEMAND', 'order'),
  known('DELETE', '/v3/orders/:orderId', 'ON_DEMAND', 'cancel'),
  known('GET', '/v3/orders/:orderId/explanation', 'ON_DEMAND', 'explanation'),
  known('GET', '/v3/orders/:orderId', 'PLUS', 'parcel'),
  known('GET', '/v3/orders/ref/:clientRef', 'PLUS', 'parcel by reference'),
];
const find = (method: string, path: string, platform?: string) => findRoute(ROUTES, { method, path, platform });
const summaryOf = (method: string, path: string, platform?: string) => {
  const decision = find(method, path, platform);
  return 'accepted' in decision ? decision.accepted.summary : decision.refused;
};

test('a path is found by its names, and any text fills a parameter but none', () => {
  expect(summaryOf('GET', '/v3/orders')).toBe('list');
  expect(summaryOf('GET', '/v3/orders/17')).toBe('order');
  expect(summaryOf('GET', '/v3/orders/')).toBe('ERR_NOT_FOUND');
  expect(summaryOf('GET', '/v3/orders/17/')).toBe('ERR_NOT_FOUND');
  expect(summaryOf('GET', '/v3/Orders')).toBe('ERR_NOT_FOUND');
  expect(summaryOf('GET', '/orders')).toBe('ERR_NOT_FOUND');
});

test('a name goes before a parameter', () => {
  expect(summaryOf('GET', '/v3/orders/ref/explanation')).toBe('parcel by reference');
  expect(summaryOf('GET', '/v3/orders/ref/explanation', 'ON_DEMAND')).toBe('parcel by reference');
  expect(summaryOf('GET', '/v3/orders/17/explanation')).toBe('explanation');
});

test('the first of two variants takes every call that does not name the second', () => {
  expect(summaryOf('GET', '/v3/orders/17', ' plus ')).toBe('parcel');
  expect(summaryOf('GET', '/v3/orders/17', 'ON_DEMAND')).toBe('order');
  expect(summaryOf('GET', '/v3/orders/17', 'something')).toBe('order');
  expect(summaryOf('DELETE', '/v3/orders/17', 'PLUS')).toBe('cancel');
});

test('another method is told what the path answers to', () => {
  expect(find('POST', '/v3/orders/17')).toEqual({
    refused: 'ERR_METHOD_NOT_ALLOWED',
    sentence: 'This path answers to GET, DELETE, not to POST.',
  });
});

test('a path that leads nowhere is named', () => {
  expect(find('GET', '/v3/order')).toEqual({
    refused: 'ERR_NOT_FOUND',
    sentence: 'There is no call with the path /v3/order. The reference lists those that exist.',
  });
});
