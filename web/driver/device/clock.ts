import { type Offset, offsetAfter, offsetFrom } from '../rules/clock-offset.ts';

const OFFSET = 'waybill.clock';
let offset = remembered();

/** From the `Date` of an answer: phones run hours off, and the server judges times by its own clock. */
export function learnTime(answer: {
  readonly date: string | null;
  readonly sentAt: number;
  readonly receivedAt: number;
}): void {
  const serverMs = Date.parse(answer.date ?? '');
  if (Number.isNaN(serverMs)) return;
  const next = offsetAfter(offset, offsetFrom({ ...answer, serverMs }));
  if (next === offset) return;
  offset = next;
  remember(next);
}

/** The server's time, as far as it is known: for countdowns and for everything that is sent. */
export function now(): number {
  return serverTimeOf(Date.now());
}

/** The server's time at a moment by the device's clock. */
export function serverTimeOf(deviceMs: number): number {
  return Math.round(deviceMs + (aheadMs() ?? 0));
}

/** How far the server's clock is ahead of the device's; undefined until the server has spoken for the first time. */
export function aheadMs(): number | undefined {
  return offset?.aheadMs;
}

/** On a phone without room it is learned anew after the next start. */
function remember(learned: Offset): void {
  try {
    localStorage.setItem(OFFSET, JSON.stringify(learned));
  } catch {}
}

/** Written by this file; where it is not readable it is as if the server had never spoken. */
function remembered(): Offset | undefined {
  try {
    return JSON.parse(localStorage.getItem(OFFSET) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
