import { expect, test } from 'vitest';
import { errorCode, explainDataFolderFault, OperatorError } from './operator-error.ts';

function fileFault(code: string): Error {
  return Object.assign(new Error(`${code}: something technical`), { code });
}

test.each([
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
  ['EROFS', 'read-only file system'],
  ['ENOSPC', 'its disk is full'],
  ['EDQUOT', 'its disk quota is used up'],
  ['ENOTDIR', 'a part of that path is a file'],
  ['EEXIST', 'a file is in its way'],
])('the fault %s of a data folder is explained, with the folder and what to do', (code, reason) => {
  const explained = explainDataFolderFault(fileFault(code), '/srv/waybill');
  expect(explained).toBeInstanceOf(OperatorError);
  const { message } = explained as OperatorError;
  expect(message).toMatch(/^The data folder \/srv\/waybill cannot be used: .+ WAYBILL_DATA.*\.$/);
  expect(message).toContain(reason);
  expect(message).not.toContain('\n');
});

test('a sentence may name the command that helps, which only a command line shows', () => {
  const { sentence, message } = new OperatorError('There is no partner 7.', 'See: waybill partner list');
  expect([sentence, message]).toEqual(['There is no partner 7.', 'There is no partner 7. See: waybill partner list']);
  expect(new OperatorError('The disk is full.').message).toBe('The disk is full.');
});

test('any other fault is passed on as it is', () => {
  const bug = new TypeError('x is not a function');
  const unknown = fileFault('EIO');
  expect(explainDataFolderFault(bug, '/srv')).toBe(bug);
  expect(explainDataFolderFault(unknown, '/srv')).toBe(unknown);
  expect(explainDataFolderFault('oops', '/srv')).toBe('oops');
  expect(explainDataFolderFault(undefined, '/srv')).toBeUndefined();
});

test('the code of an error is its code where that is a text', () => {
  expect(errorCode(fileFault('EIO'))).toBe('EIO');
  expect(errorCode({ code: '23505' })).toBe('23505');
});

test.each([[undefined], [null], ['EIO'], [42], [{}], [{ code: 42 }], [new Error('x')]])(
  '%o has no code',
  (error: unknown) => {
    expect(errorCode(error)).toBeUndefined();
  },
);
