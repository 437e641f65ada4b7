import { expect, test } from 'vitest';
import { readableLog } from '../../test/support/edges.ts';
import { createTrouble, REMIND_AFTER_MS } from './trouble.ts';

function troubleAt() {
  const { log, entries } = readableLog();
  const begunMs = 7 * REMIND_AFTER_MS;
  let nowMs = begunMs;
  const trouble = createTrouble(log, 'the sea is rough', () => nowMs);
  const told = () => entries().map(({ level, msg, err, times }) => [level, msg, (err as Error).message, times]);
  const at = (ms: number) => {
    nowMs = begunMs + ms;
  };
  return { trouble, told, at };
}
const line = (message: string, times?: number) => ['warn', 'the sea is rough', message, times];

test('what goes on is told when it begins, and again only after half a minute, with how often it was met', () => {
  const { trouble, told, at } = troubleAt();
  trouble.met(new Error('wind'));
  at(REMIND_AFTER_MS - 1);
  for (let again = 0; again < 3; again++) trouble.met(new Error('wind'));
  expect(told()).toEqual([line('wind')]);
  at(REMIND_AFTER_MS);
  trouble.met(new Error('wind'));
  expect(told()).toEqual([line('wind'), line('wind', 4)]);
  at(2 * REMIND_AFTER_MS);
  trouble.met(new Error('wind'));
  expect(told().at(-1)).toEqual(line('wind'));
});

test('what becomes something else is told at once, and each by itself', () => {
  const { trouble, told, at } = troubleAt();
  for (const message of ['wind', 'wind', 'waves', 'wind', 'waves']) trouble.met(new Error(message));
  expect(told()).toEqual([line('wind'), line('waves')]);
  at(REMIND_AFTER_MS);
  for (const message of ['waves', 'wind']) trouble.met(new Error(message));
  expect(told().slice(2)).toEqual([line('waves', 2), line('wind', 3)]);
});

test('faults that are never the same twice are not remembered for ever', () => {
  const { trouble, told } = troubleAt();
  trouble.met(new Error('wind'));
  for (let number = 0; number < 30; number++) trouble.met(new Error(`wave ${number}`));
  trouble.met(new Error('wind'));
  expect(told()).toHaveLength(32);
});

test('after it was over, it is told when it begins anew', () => {
  const { trouble, told } = troubleAt();
  trouble.met(new Error('wind'));
  trouble.met(new Error('wind'));
  trouble.over();
  trouble.met(new Error('wind'));
  expect(told()).toEqual([line('wind'), line('wind')]);
});
