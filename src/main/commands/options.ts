import { type Command, InvalidArgumentError } from 'commander';
import { isId } from '../../foundation/ids.ts';
import { type Instant, parseInstant } from '../../foundation/time.ts';
import { listOf } from '../../infrastructure/config/readings.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';

export function partnerIdOption(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('It must be the 19 digits of a partner id.');
  return text;
}

export function orderIdOption(text: string): string {
  if (!isId(text)) throw new InvalidArgumentError('It must have 19 digits.');
  return text;
}

export function driverIdOption(text: string): string {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new InvalidArgumentError('It must be the number of a driver.');
  return text;
}

export type Reasoned = { reason?: string };

/** Of commands that change something. */
export function withReason(command: Command): Command {
  return command.option('--reason <text>', 'why, for the audit log', reasonOption);
}

/** Why something is done, as the audit log keeps it. */
export function reasonOption(text: string): string {
  const reason = text.trim();
  if (reason === '' || [...reason].length > 500) throw new InvalidArgumentError('It must have 1 to 500 characters.');
  return reason;
}

/** Where to begin among the events. */
export function cursorOption(text: string): string {
  if (text !== 'now' && !/^\d{1,18}$/.test(text))
    throw new InvalidArgumentError('It must be the cursor of an event, 0 or now.');
  return text;
}

/** Of markets, cities and services, which are written in capitals. */
export const inCapitals = (text: string): string => text.toUpperCase();
export const listInCapitals = (text: string): string[] => listOf(text.toUpperCase());

/** One of a few names, which are written in capitals. */
export function oneInCapitals(names: readonly string[]): (text: string) => string {
  return (text) => {
    const name = inCapitals(text);
    if (!names.includes(name)) throw new InvalidArgumentError(`It must be ${oneOf(names)}.`);
    return name;
  };
}

export const oneOf = (names: readonly string[]): string =>
  names.length === 1 ? String(names[0]) : `one of ${names.join(', ')}`;

/** Of a call: which markets there are is known only where it goes. */
export function marketOption(text: string): string {
  const market = inCapitals(text);
  if (!/^[A-Z]{2}([_ ]|$)/.test(market)) throw new InvalidArgumentError('It must be a market such as HK.');
  return market;
}

/** The time from which something shall hold: at once, where none is named. */
export function holdingFrom(text: string | undefined, now: Instant): Instant {
  const instant = text === undefined ? now : parseInstant(text);
  if (instant === undefined) throw new OperatorError(`"${text}" is no time such as 2026-12-01T00:00:00Z.`);
  return instant;
}
