import { accepted, type Decision, refused } from '../../foundation/decision.ts';

const SHORTEST = 10;
const LONGEST = 200;

/** Guessed first, of those that are long enough. */
const COMMONEST = new Set([
  '0123456789',
  '1111111111',
  '1122334455',
  '123456789a',
  '1234567890',
  '12345678910',
  '1234567891',
  '1q2w3e4r5t',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  '987654321a',
  '9876543210',
  'abc1234567',
  'abcd123456',
  'abcdefghij',
  'adminadmin',
  'administrator',
  'changeme123',
  'football123',
  'iloveyou123',
  'iloveyou12',
  'letmein123',
  'michael123',
  'p@ssw0rd123',
  'passw0rd123',
  'password01',
  'password10',
  'password11',
  'password12',
  'password123',
  'password1234',
  'passwordpassword',
  'princess123',
  'q1w2e3r4t5',
  'q1w2e3r4t5y6',
  'qwerty1234',
  'qwerty12345',
  'qwerty123456',
  'qwertyuiop',
  'superman123',
  'sunshine123',
  'welcome123',
  'zaq12wsxcde3',
]);

/** One person's keyboard may write as two characters what another's writes as one. */
export function passwordFrom(text: string): string {
  return text.normalize('NFKC');
}

/** Length is what counts; of the rest only what is guessed first is refused. */
export function decidePassword(password: string, email: string, pointer = '/data/password'): Decision<string> {
  const no = (sentence: string) => refused('ERR_INVALID_FIELD', sentence, pointer);
  // What is kept is this, and whoever guesses writes it plainly.
  const kept = passwordFrom(password);
  const { length } = [...kept];
  if (length < SHORTEST) return no(`A password must have at least ${SHORTEST} characters.`);
  if (length > LONGEST) return no(`A password must not have more than ${LONGEST} characters.`);
  const plain = kept.toLowerCase().trim();
  if (plain === email || plain === email.split('@')[0]) return no('The password must not be your email address.');
  if (COMMONEST.has(plain) || new Set(plain).size < 3)
    return no('This password is one of the first that are guessed. Choose another one.');
  return accepted(password);
}
