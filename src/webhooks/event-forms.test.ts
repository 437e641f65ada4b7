import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { dataOf, describePushes, type EventForm } from './event-forms.ts';

const form = (title: string, type = 'ORDER_EDITED'): EventForm => ({
  type,
  summary: `${title} has happened`,
  data: Type.Object({}, { title }),
  example: { by: title },
});
type Pushes = Record<string, { post: { operationId: string; summary: string; requestBody: { content: Content } } }>;
type Content = Record<string, { schema: { properties: Record<string, object> }; examples: Record<string, object> }>;

const described = (...forms: EventForm[]) => describePushes(forms) as Pushes;

test('each type is a push with a name of its own, and the test is among them', () => {
  const pushes = described(form('Edit'), form('Charge', 'WALLET_BALANCE_CHANGED'));
  expect(Object.values(pushes).map(({ post }) => post.operationId)).toEqual([
    'onOrderEdited',
    'onWalletBalanceChanged',
    'onWebhookTest',
  ]);
});

test('two forms of one type are one push, with the data of either and an example of each', () => {
  const { summary, requestBody } = described(form('Order'), form('Parcel')).ORDER_EDITED?.post ?? {};
  const { schema, examples } = requestBody?.content['application/json'] ?? {};
  expect(summary).toBe('Order has happened');
  expect(schema?.properties.data).toMatchObject({ anyOf: [{ title: 'Order' }, { title: 'Parcel' }] });
  expect(schema?.properties.eventType).toMatchObject({ enum: ['ORDER_EDITED'] });
  expect(Object.keys(examples ?? {})).toEqual(['Order', 'Parcel']);
  expect(examples?.Parcel).toMatchObject({
    value: { eventType: 'ORDER_EDITED', eventVersion: 'v3', data: { by: 'Parcel' } },
  });
});

test('the data of one form is that form', () => {
  expect(dataOf([form('Order')])).toMatchObject({ title: 'Order' });
});
