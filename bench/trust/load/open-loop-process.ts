// Sends requests that were prepared before, each at its time, whether or not earlier ones were answered. Run by open-loop.ts in a process of its own.
import { setTimeout as sleep } from 'node:timers/promises';
import type tls from 'node:tls';
import { SECOND_MS } from '../../../src/foundation/time.ts';
import { connect, onAnswers } from '../../support/wire.ts';
import type { Answers, Schedule } from './open-loop.ts';

/** Handshakes that are under way together. */
const AT_ONCE = 32;
const FIRST = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
const LOOK_EVERY_MS = 1;
/** After the last was sent. */
const LONGEST_WAIT_MS = 30 * SECOND_MS;

process.on('message', async (schedule: Schedule) => {
  process.send?.(await sendOnSchedule(schedule).catch((error: Error) => ({ fault: error.message })));
});

async function sendOnSchedule({ target, connections, requests, perSecond }: Schedule): Promise<Answers> {
  const prepared = requests.map((request) => Buffer.from(request));
  const count = prepared.length;
  const statuses = new Uint16Array(count);
  const milliseconds = new Float64Array(count);
  const saysWhen = new Uint8Array(count);
  const idle: tls.TLSSocket[] = [];
  /** The call that each connection has under way. */
  const asked = new Map<tls.TLSSocket, number>();
  const open = new Set<tls.TLSSocket>();
  let next = 0;
  let begunAt = 0;
  const dueAt = (index: number) => begunAt + (index / perSecond) * SECOND_MS;

  /** What is due leaves; where no connection is free it waits for one, and that is part of its time. */
  function sendDue(): void {
    const now = performance.now();
    while (next < count && dueAt(next) <= now) {
      const socket = idle.pop();
      if (socket === undefined) return;
      if (!open.has(socket)) continue;
      asked.set(socket, next);
      socket.write(prepared[next] as Buffer);
      next += 1;
    }
  }

  function take(index: number, fields: string): void {
    statuses[index] = Number(fields.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    milliseconds[index] = performance.now() - dueAt(index);
    saysWhen[index] = /\r\nretry-after: \d/i.test(fields) ? 1 : 0;
  }

  /** A connection that is never used is closed soon, so each asks something before the clock runs. */
  async function openOne(): Promise<void> {
    const socket = await connect(target);
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      asked.delete(socket);
    });
    await new Promise<void>((resolve) => {
      onAnswers(socket, (fields) => {
        const index = asked.get(socket);
        asked.delete(socket);
        idle.push(socket);
        if (index === undefined) return resolve();
        take(index, fields);
        sendDue();
      });
      socket.on('close', resolve);
      socket.write(FIRST);
    });
    if (!socket.destroyed) open.add(socket);
  }

  for (let made = 0; made < connections; made += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, connections - made) }, openOne));
  begunAt = performance.now();
  const begunWith = process.cpuUsage();
  while (next < count && open.size > 0) {
    sendDue();
    await sleep(LOOK_EVERY_MS);
  }
  const sendingMs = performance.now() - begunAt;
  const giveUpAt = performance.now() + LONGEST_WAIT_MS;
  while (asked.size > 0 && performance.now() < giveUpAt) await sleep(LOOK_EVERY_MS);
  const { user, system } = process.cpuUsage(begunWith);
  const seconds = (performance.now() - begunAt) / SECOND_MS;
  for (const socket of open) socket.destroy();
  return {
    statuses,
    milliseconds,
    saysWhen,
    sentPerSecond: (next / sendingMs) * SECOND_MS,
    processorShare: (user + system) / 1_000_000 / seconds,
  };
}
