import { expect, test, vi } from 'vitest';
import { readNote } from './note.ts';

test('300 characters are taken, one more is not, whatever their width', () => {
  for (const character of ['a', '門', '🚪']) {
    expect(readNote(character.repeat(300))).toEqual({ text: character.repeat(300) });
    expect(readNote(character.repeat(301))).toEqual({ fault: 'tooLong' });
  }
});

test.each(['', '   ', '\r\n\t', '\u0000\u0007', '\u202e\u200b'])('%j is no note', (given) => {
  expect(readNote(given)).toEqual({ fault: 'empty' });
});

test('a note is one line of what can be seen, and stays as it was written otherwise', () => {
  expect(readNote('  Gate B\r\ncode 12\t34 ')).toEqual({ text: 'Gate B code 12 34' });
  expect(readNote('a\u0000b\u001bc\u202ed\ud800e')).toEqual({ text: 'abcde' });
  expect(readNote('<b>bell</b> & "door"')).toEqual({ text: '<b>bell</b> & "door"' });
  expect(readNote('cafe\u0301 👩‍👧')).toEqual({ text: 'café 👩‍👧' });
});

test('300 letters may each be sent in four parts', () => {
  expect(readNote('\u03b1\u0313\u0300\u0345'.repeat(300))).toEqual({ text: '\u1f82'.repeat(300) });
  expect(readNote('\u03b1\u0313\u0300\u0345'.repeat(301))).toEqual({ fault: 'tooLong' });
});

test('a letter with thousands of marks on it is too long and is not even composed', () => {
  const compose = vi.spyOn(String.prototype, 'normalize');
  const note = readNote(`a${'\u0301'.repeat(600)}${'\u0316'.repeat(600)}`);
  const times = compose.mock.calls.length;
  compose.mockRestore();
  expect([note, times]).toEqual([{ fault: 'tooLong' }, 0]);
});
