import { expect, test } from 'vitest';
import { createRequestIds } from './request-ids.ts';

const HOUR_MS = 3_600_000;

function desk() {
  let made = 0;
  const ids = createRequestIds(() => `id-${++made}`);
  /** Tries it, hears this, and says under which id. */
  return (call: string, heard: number | 'done' | 'busy', now = 0) => {
    const attempt = ids.begin(call, now);
    const code = heard === 'busy' ? 'ERR_REQUEST_IN_PROGRESS' : '';
    ids.end(attempt, heard === 'done' ? undefined : { status: heard === 'busy' ? 409 : heard, code }, now);
    return attempt.id;
  };
}

test('a call is the same until the server has said what became of it', () => {
  for (const heard of [0, 401, 403, 408, 429, 500, 502, 503, 'busy'] as const) {
    const press = desk();
    expect([heard, press('credit', heard), press('credit', heard), press('credit', 'done')]).toEqual([
      heard,
      'id-1',
      'id-1',
      'id-1',
    ]);
    expect(press('credit', 'done')).toBe('id-2');
  }
});

test('a call that was answered is over', () => {
  for (const heard of ['done', 400, 404, 409, 422] as const) {
    const press = desk();
    expect([heard, press('credit', heard), press('credit', heard)]).toEqual([heard, 'id-1', 'id-2']);
  }
});

test('another call is another one, also while the first is unanswered', () => {
  const press = desk();
  expect([press('credit 25', 0, 1), press('credit 26', 0, 2)]).toEqual(['id-1', 'id-2']);
  expect([press('credit 25', 'done', 3), press('credit 26', 'done', 4)]).toEqual(['id-1', 'id-2']);
});

test('once something else was done, the same press is a new call', () => {
  const press = desk();
  expect([press('suspend', 0, 1), press('resume', 'done', 2), press('suspend', 'done', 3)]).toEqual([
    'id-1',
    'id-2',
    'id-3',
  ]);
  expect([press('suspend', 0, 4), press('resume', 422, 5), press('suspend', 'done', 6)]).toEqual([
    'id-4',
    'id-5',
    'id-4',
  ]);
});

test('a call that was heard of late is over once it is done, and so are those that were lost before it began', () => {
  let made = 0;
  const ids = createRequestIds(() => `id-${++made}`);
  const lost = { status: 0, code: '' };
  ids.end(ids.begin('suspend', 1), lost, 2);
  ids.end(ids.begin('resume', 3), lost, 9);
  const again = ids.begin('resume', 10);
  expect(again.id).toBe('id-2');
  ids.end(again, lost, 11);
  ids.end(ids.begin('resume', 12), undefined, 13);
  expect(ids.begin('resume', 14).id).toBe('id-3');
  expect(ids.begin('suspend', 15).id).toBe('id-4');
});

test('after an hour the same press is a new call', () => {
  const press = desk();
  expect([press('credit', 0, 0), press('credit', 0, HOUR_MS), press('credit', 0, 2 * HOUR_MS + 1)]).toEqual([
    'id-1',
    'id-1',
    'id-2',
  ]);
});
