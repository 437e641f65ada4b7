import { expect, test } from 'vitest';
import { readableBody } from './readable-body.ts';

test('JSON is indented, and what is cut off or none stays as it is', () => {
  expect(readableBody('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(readableBody('{"a":[1')).toBe('{"a":[1');
  expect(readableBody('<script>')).toBe('<script>');
});
