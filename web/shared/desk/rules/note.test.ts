import { expect, test } from 'vitest';
import { noteToSend } from './note.ts';

test('the lines of a note are divided alike, whoever has written them', () => {
  expect(noteToSend('Second door\r\nring twice\nand wait')).toBe('Second door\r\nring twice\r\nand wait');
});
