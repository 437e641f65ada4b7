import { expect, test } from 'vitest';
import { blockOf, bySource, type Frame, sumBlocks } from './blocks.ts';

const frame = (functionName: string, url = ''): Frame => ({ functionName, url });
const write = [frame('writev'), frame('writeGeneric', 'node:internal/stream_base_commons'), frame('write', 'node:net')];
const root = frame('(root)');

test('what is written to the database is its client’s, what is written to a caller is the socket’s', () => {
  expect(blockOf([...write, frame('query', 'file:///x/node_modules/pg/lib/connection.js'), root])).toBe(
    'database client',
  );
  const answering = [frame('end', 'node:_http_outgoing'), frame('send', 'file:///x/node_modules/fastify/lib/reply.js')];
  expect(blockOf([...write, ...answering, root])).toBe('TLS and sockets');
  expect(blockOf([...answering, root])).toBe('HTTP parsing and answering');
});

test('work of Node that is nobody’s in particular belongs to whoever asked for it', () => {
  const hash = [frame('update', 'node:internal/crypto/hash')];
  expect(blockOf([...hash, frame('sign', 'src/partners/rules/signature.ts'), root])).toBe('signature');
  expect(blockOf([...hash, frame('price', 'src/pricing/rules/price.ts'), root])).toBe('rooms and rules');
  expect(blockOf([frame('toString'), frame('price', 'src/pricing/rules/price.ts'), root])).toBe('rooms and rules');
  expect(blockOf([frame('processTicksAndRejections', 'node:internal/process/task_queues'), root])).toBe('other');
});

test('JSON, garbage and waiting are told apart, whoever caused them', () => {
  const room = frame('place', 'src/orders/place-order.ts');
  expect(blockOf([frame('stringify'), room, root])).toBe('JSON');
  expect(blockOf([frame('parse'), room, root])).toBe('JSON');
  expect(blockOf([frame('parse', 'src/orders/orders-wire.ts'), root])).toBe('rooms and rules');
  expect(blockOf([frame('(garbage collector)'), room, root])).toBe('garbage collection');
  expect(blockOf([frame('(idle)'), root])).toBe('idle');
});

test('the time of a sample goes to the block of its stack', () => {
  const nodes = [
    { id: 1, callFrame: root, children: [2, 3] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('place', 'src/orders/place-order.ts'), children: [4] },
    { id: 4, callFrame: frame('stringify') },
  ];
  const sums = sumBlocks({ nodes, samples: [2, 3, 4, 3], timeDeltas: [10, 20, 30, 40] });
  expect(Object.fromEntries(sums)).toEqual({ idle: 10, 'rooms and rules': 60, JSON: 30 });
});

test('a frame of the built program is that of its source, all others stay', () => {
  const frames = ['file:///x/dist/server/orders.js', 'file:///x/dist/server/none.js', 'node:net', 'file:///x/y.js'];
  const nodes = frames.map((url, id) => ({
    id,
    callFrame: { functionName: 'f', url, lineNumber: 7, columnNumber: 3 },
  }));
  const lines = {
    name: (text: string) => text,
    sourceOf: (file: string, line: number, column: number) =>
      file === 'orders.js' ? { source: `src/orders/at-${line}-${column}.ts`, line: 1, column: 1 } : undefined,
  };
  const named = bySource({ nodes, samples: [], timeDeltas: [] }, lines).nodes.map(({ callFrame }) => callFrame.url);
  expect(named).toEqual(['src/orders/at-7-3.ts', ...frames.slice(1)]);
});
