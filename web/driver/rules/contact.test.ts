import { expect, test } from 'vitest';
import { afterLostCall, connectionOf } from './contact.ts';

const contact = { streams: true, failed: false, doubted: false, suspended: false };
const lost = { isContradicted: false, wasDoubted: false };
const apart = { ...contact, streams: false };

test('without the stream, a call that is lost says that the server is not reached', () => {
  expect(afterLostCall(apart, lost)).toEqual({ ...apart, failed: true });
});

test('while the stream is open or the server has spoken since, it makes doubt, however many are lost at once', () => {
  const doubted = { ...contact, doubted: true };
  expect(afterLostCall(contact, lost)).toEqual(doubted);
  expect(afterLostCall(doubted, lost)).toEqual(doubted);
  expect(afterLostCall(apart, { ...lost, isContradicted: true })).toEqual({ ...apart, doubted: true });
});

test('a call that went out to settle a doubt settles it, unless the server has spoken since', () => {
  const doubted = { ...contact, doubted: true };
  expect(afterLostCall(doubted, { ...lost, wasDoubted: true }).failed).toBe(true);
  expect(afterLostCall(contact, { isContradicted: true, wasDoubted: true })).toEqual(doubted);
});

test('what is known to be away stays so', () => {
  const away = { ...contact, failed: true };
  expect(afterLostCall(away, { isContradicted: true, wasDoubted: true })).toBe(away);
});

test('what the driver is told of it: no signal before all else, and a suspension before what only looks like a slow way', () => {
  expect([connectionOf(contact), connectionOf(apart)]).toEqual(['live', 'connecting']);
  expect(connectionOf({ ...contact, failed: true, suspended: true })).toBe('offline');
  expect([contact, apart].map((one) => connectionOf({ ...one, suspended: true }))).toEqual(['suspended', 'suspended']);
});
