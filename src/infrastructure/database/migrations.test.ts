import { expect, test } from 'vitest';
import { OperatorError } from '../operator-error.ts';
import { type Migration, planMigrations } from './migrations.ts';

function migration(name: string, hash = `hash of ${name}`): Migration {
  return { name, hash, sql: `-- ${name}` };
}

const [FIRST, SECOND, THIRD] = [migration('0001.sql'), migration('0002.sql'), migration('0003.sql')] as const;

test('an empty database gets every migration, in order', () => {
  expect(planMigrations([FIRST, SECOND, THIRD], [])).toEqual([FIRST, SECOND, THIRD]);
});

test('a database that has some gets only the rest, in order', () => {
  expect(planMigrations([FIRST, SECOND, THIRD], [FIRST])).toEqual([SECOND, THIRD]);
});

test('a database that has all gets none', () => {
  expect(planMigrations([FIRST, SECOND], [FIRST, SECOND])).toEqual([]);
  expect(planMigrations([], [])).toEqual([]);
});

test('the order in which the database lists what it has makes no difference', () => {
  expect(planMigrations([FIRST, SECOND, THIRD], [SECOND, FIRST])).toEqual([THIRD]);
});

test('a file changed after it was applied is refused and named, also with others still to come', () => {
  const changed = migration('0001.sql', 'another hash');
  const plan = () => planMigrations([changed, SECOND], [FIRST]);
  expect(plan).toThrow(OperatorError);
  expect(plan).toThrow('The migration 0001.sql was changed after it was applied. Put the original file back.');
});

test('a file changed before it was applied is a migration like any other', () => {
  const changed = migration('0002.sql', 'another hash');
  expect(planMigrations([FIRST, changed], [FIRST])).toEqual([changed]);
});

test('a database that a newer Waybill has taken further is served as it is', () => {
  expect(planMigrations([FIRST, SECOND], [FIRST, SECOND, THIRD])).toEqual([]);
  expect(planMigrations([FIRST, SECOND], [THIRD, SECOND, FIRST])).toEqual([]);
});

test.each([
  ['has not all that is known here', [FIRST, SECOND], [FIRST, THIRD]],
  ['has something between what is known here', [FIRST, THIRD], [FIRST, SECOND, THIRD]],
  ['has only what is not known here', [FIRST], [THIRD]],
])('a database that went another way is refused: it %s', (_which, known, applied) => {
  const plan = () => planMigrations(known, applied);
  expect(plan).toThrow(OperatorError);
  const unknown = applied.find((one) => !known.includes(one));
  expect(plan).toThrow(`The database was migrated by another Waybill (it has ${unknown?.name}).`);
});
