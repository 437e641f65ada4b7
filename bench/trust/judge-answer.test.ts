import { expect, test } from 'vitest';
import { judgeAnswer } from './judge-answer.ts';

const answered = (status: number, code?: string) => judgeAnswer({ status, code });

test('a success is an acknowledgement, and so is the redirect of a form', () => {
  expect([200, 201, 204, 303, 399].map((status) => answered(status))).toEqual(Array(5).fill('acknowledged'));
});

test('a refusal is final, also that of a call too many, but not that of one which is still running', () => {
  expect([400, 401, 404, 422, 499].map((status) => answered(status, 'ERR_X'))).toEqual(Array(5).fill('refused'));
  expect(answered(409, 'ERR_CHANGED_MEANWHILE')).toBe('refused');
  expect(answered(409, 'ERR_REQUEST_IN_PROGRESS')).toBe('later');
  expect(answered(429, 'ERR_RATE_LIMIT_EXCEEDED')).toBe('refused');
});

test('without an answer, and with one from a server in trouble, nobody knows', () => {
  expect(judgeAnswer(undefined)).toBe('lost');
  expect(answered(500)).toBe('lost');
  expect(answered(503)).toBe('lost');
});
