import { isIP } from 'node:net';

export type Reading<T> = { value: T } | { fault: string };
export const value = <T>(read: T): Reading<T> => ({ value: read });
export const fault = (expected: string): Reading<never> => ({ fault: expected });

export function oneOf<const T extends string>(choices: readonly T[]) {
  return (text: string): Reading<T> =>
    choices.includes(text as T) ? value(text as T) : fault(`must be ${choices.join(' or ')}, not "${text}"`);
}

export function wholeNumber(from: number, to: number) {
  return (text: string): Reading<number> => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return number >= from && number <= to
      ? value(number)
      : fault(`must be a whole number from ${from} to ${to}, not "${text}"`);
  };
}

/** Minutes since midnight, from a text such as 07:00-22:00. */
export function hours(text: string): Reading<{ readonly opens: number; readonly closes: number }> {
  const [, ...parts] = /^(\d{2}):(\d{2})-(\d{2}):(\d{2})$/.exec(text)?.map(Number) ?? [];
  const [fromHour = 99, fromMinute = 99, toHour = 99, toMinute = 99] = parts;
  const [opens, closes] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute];
  const isSound = fromMinute < 60 && toMinute < 60 && opens < closes && closes <= 24 * 60;
  return isSound
    ? value({ opens, closes })
    : fault(`must look like 07:00-22:00, the earlier time first, not "${text}"`);
}

/** Nothing where nothing is given. */
export function optional<T>(read: (text: string) => Reading<T>) {
  return (text: string | undefined): Reading<T | undefined> => (text === undefined ? value(undefined) : read(text));
}

export function optionalText(text: string | undefined): Reading<string | undefined> {
  return value(text);
}

export function webAddress(text: string | undefined): Reading<string | undefined> {
  if (text === undefined) return value(undefined);
  // What was given stays out of the fault: such an address may hold a key.
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? value(text) : fault('must look like http://host:port');
}

const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

export function databaseUrl(text: string): Reading<string> {
  const form = 'must look like postgres://user:password@host:5432/database';
  if (!/^postgres(ql)?:\/\/\S+$/.test(text)) return fault(form);
  // A user without a host is one at a socket, which is named behind the question mark.
  const address = text.replace('@/', '@socket/');
  // What was given stays out of the fault, for its password.
  if (!URL.canParse(address))
    return fault(`${form}, its port a number; in a password / is written %2F, ? %3F, # %23 and % %25`);
  const mode = new URL(address).searchParams.get('sslmode');
  return mode === null || TLS_MODES.includes(mode)
    ? value(text)
    : fault(`must have ${TLS_MODES.join(' or ')} as its sslmode, not "${mode}"`);
}

export function masterKey(text: string | undefined): Reading<Buffer | undefined> {
  if (text === undefined) return value(undefined);
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === text
    ? value(bytes)
    : fault('must be 32 random bytes in base64 (openssl rand -base64 32)');
}

/** An address such as 203.0.113.7, or a range such as 203.0.113.0/24. */
export function isAddressOrRange(text: string): boolean {
  const [network = '', bits, ...rest] = text.split('/');
  const family = network.includes('%') ? 0 : isIP(network);
  const longest = family === 6 ? 128 : 32;
  return (
    family !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

export function isHostName(text: string): boolean {
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text);
}

/** Of this machine, to listen on. */
export function listeningHost(text: string): Reading<string> {
  return isIP(text) !== 0 || isHostName(text)
    ? value(text)
    : fault(`must be an address such as 127.0.0.1 or ::1, or a host name, not "${text}"`);
}

/** Where a server is reached, such as https://localhost:8443. */
export function origin(example: string) {
  return (text: string): Reading<string> =>
    isOrigin(text) ? value(text) : fault(`must be an https address without a path, such as ${example}`);
}

function isOrigin(text: string): boolean {
  try {
    return new URL(text).origin === text.toLowerCase() && text.startsWith('https://');
  } catch {
    return false;
  }
}

/** Such as https://tiles.example.com:8443 or https://*.example.com. */
export function isHost(text: string): boolean {
  return /^https:\/\/(\*\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i.test(text);
}

/** "a, b,c" as a list. */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** A list all of whose entries are right; the fault names the first that is not. */
export function listWhere(isRight: (entry: string) => boolean, expected: string, verdict: string) {
  return (text = ''): Reading<readonly string[]> => {
    const entries = listOf(text);
    const wrong = entries.find((entry) => !isRight(entry));
    return wrong === undefined ? value(entries) : fault(`must list ${expected}; "${wrong}" ${verdict}`);
  };
}
