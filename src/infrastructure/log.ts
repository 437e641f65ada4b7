import { type Logger, pino } from 'pino';
import { openSourceLines } from './source-lines.ts';

export type Log = Logger;

const REDACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bsk_(test|prod)_[A-Za-z0-9_-]+/g, 'sk_$1_[secret]'],
  [/\bwhsec_[A-Za-z0-9+/=_-]+/g, 'whsec_[secret]'],
  [/\b(hmac\s+[^:\s"]+:\d+:)[0-9A-Za-z+/=_-]+/gi, '$1[signature]'],
  [/([?&]signature=)[A-Za-z0-9_-]+/g, '$1[signature]'],
  [/(postgres(?:ql)?:\/\/[^:@/\s"]*:)[^\s"]*@/g, '$1[secret]@'],
  [/(\bpassword=)[^&\s"]+/gi, '$1[secret]'],
  // In an address a space is a plus, too.
  [/(\+|%2B)[1-9](?:(?:[ ().+-]|%20|%C2%A0)*\d){4,12}(\d{2})(?!\d)/gi, '$1[phone]$2'],
];

/** Takes secrets and phone numbers out of a finished line, wherever in it they stand. */
export function redact(line: string): string {
  return REDACTIONS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

export type LogOptions = { level: string; write(line: string): void };

export function createLog({ level, write }: LogOptions): Log {
  const sourceLines = openSourceLines();
  return pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line) => write(redact(sourceLines.name(line))) },
  );
}
