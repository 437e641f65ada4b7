import { expect, test } from 'vitest';
import { nameSchemas } from './name-schemas.ts';

const stop = { title: 'Stop', type: 'object', properties: { address: { type: 'string' } } };
const { title: _, ...stopComponent } = stop;
const reference = { $ref: '#/components/schemas/Stop' };

test('a schema with a title stands once, under its name, wherever it is used', () => {
  const { value, schemas } = nameSchemas({
    '/v3/orders': { schema: { title: 'Order', properties: { stops: { type: 'array', items: stop } } } },
    '/v3/stops': { schema: stop },
  });
  expect(value).toEqual({
    '/v3/orders': { schema: { $ref: '#/components/schemas/Order' } },
    '/v3/stops': { schema: reference },
  });
  expect(schemas).toEqual({
    Stop: stopComponent,
    Order: { properties: { stops: { type: 'array', items: reference } } },
  });
});

test('where null is allowed, the use says so and not the component', () => {
  const { value, schemas } = nameSchemas({ schema: { ...stop, type: ['object', 'null'] } });
  expect(value).toEqual({ schema: { anyOf: [reference, { type: 'null' }] } });
  expect(schemas).toEqual({ Stop: stopComponent });
});

test('two schemas cannot have one name', () => {
  expect(() => nameSchemas([stop, { ...stop, description: 'Another' }])).toThrow('the title Stop');
});

test('a field that is called title, and an example that has one, name nothing', () => {
  const schema = { properties: { title: { type: 'string' } }, examples: [{ title: 'Stop' }] };
  expect(nameSchemas(schema)).toEqual({ value: schema, schemas: {} });
});

test('what is written as it is kept is shown in its form', () => {
  expect(nameSchemas({ schema: { 'x-shown-as': stop } }).value).toEqual({ schema: reference });
});
