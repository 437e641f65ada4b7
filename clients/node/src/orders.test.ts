import { expect, test } from 'vitest';
import { createOrders } from './orders.ts';
import type { Transport } from './transport.ts';

/** Keeps what lists are asked for, and has nothing in them. */
function listing() {
  const asked: unknown[] = [];
  const page: Transport['page'] = async (_, { query }) => {
    asked.push(query);
    return { data: [], next: null };
  };
  return { asked, orders: createOrders({ page } as Transport) };
}

test('a search by a reference that is undefined is refused, not answered with every order', async () => {
  const { asked, orders } = listing();
  const search = () => orders.list({ metadata: { reference: undefined as never } }).next();
  expect(search).toThrow(new TypeError('metadata.reference is undefined: it would find every order.'));
  expect(asked).toEqual([]);
});

test('a search by what is given asks for that alone', async () => {
  const { asked, orders } = listing();
  await orders.list({ metadata: { reference: 'A-1001' }, partner: undefined }).next();
  expect(asked).toEqual([{ 'metadata.reference': 'A-1001' }]);
});
