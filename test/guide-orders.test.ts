import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ORDER_EVENTS, ORDER_STATUSES, type OrderStatus, statusAfter } from '../src/orders/rules/order-transitions.ts';

const page = readFileSync('docs/guide/orders.md', 'utf8');

/** What comes after a status, by the table of the page. */
function shownAfter(status: OrderStatus): string[] {
  const [, next = ''] = new RegExp(`^\\| \`${status}\` \\|[^|]*\\|([^|]*)\\|$`, 'm').exec(page) ?? [];
  return ORDER_STATUSES.filter((other) => new RegExp(`\\b${other}\\b`).test(next));
}

test.each(ORDER_STATUSES)('orders.md of the guide names all that may come after %s, and nothing else', (status) => {
  const possible = new Set(ORDER_EVENTS.map((event) => statusAfter(status, event)));
  expect(shownAfter(status)).toEqual(ORDER_STATUSES.filter((other) => other !== status && possible.has(other)));
});
