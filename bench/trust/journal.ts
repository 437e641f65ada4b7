import { appendFileSync } from 'node:fs';
import type { WriteName } from './writes.ts';

/** A question to the database whose answer is how often something is there. */
export type Evidence = {
  readonly sql: string;
  readonly values: readonly unknown[];
  /** Of settings only the last one stands; which they are is said by this name. */
  readonly setting?: string;
};

type Outcome =
  /** Answered with a success: it must be there, once. */
  | 'acknowledged'
  /** Answered with a refusal: it must not be there. */
  | 'refused'
  /** Never answered: it may be there or not, but whole. */
  | 'unknown';

/** What the client knows of one call. */
export type Entry = {
  readonly number: number;
  readonly name: WriteName;
  readonly actor: string;
  readonly requestId: string;
  evidence: Evidence | undefined;
  outcome: Outcome | undefined;
  status: number | undefined;
  attempts: number;
  /** When the last attempt was sent, and when it was answered, by the client's clock. */
  sentAt: number;
  answeredAt: number;
  /** Sends the same call again, as a client would that has lost the answer. */
  readonly again: () => Promise<Repeated>;
  /** What the answer said, to hold a repeated one against. */
  body: string;
};

export type Repeated = { readonly status: number; readonly body: string; readonly isReplay: boolean };

export type Journal = {
  readonly entries: readonly Entry[];
  /** Written down before anything is sent. */
  intend(intent: Pick<Entry, 'name' | 'actor' | 'requestId' | 'evidence' | 'again'>): Entry;
  /** Written down when the client has its answer, or has given up. */
  conclude(entry: Entry, outcome: Outcome, status?: number, body?: string): void;
  /** Called with every new entry. */
  onIntent(listener: (count: number) => void): void;
};

/** The client's own book: an intent before each call, its outcome after. It outlives whatever is killed. */
export function createJournal(file: string): Journal {
  const entries: Entry[] = [];
  const listeners: ((count: number) => void)[] = [];
  const write = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`);
  return {
    entries,
    intend(intent) {
      const entry: Entry = {
        ...intent,
        number: entries.length + 1,
        outcome: undefined,
        status: undefined,
        attempts: 0,
        sentAt: 0,
        answeredAt: 0,
        body: '',
      };
      write({ number: entry.number, at: Date.now(), intends: entry.name, by: entry.actor, requestId: entry.requestId });
      entries.push(entry);
      for (const listener of listeners) listener(entries.length);
      return entry;
    },
    conclude(entry, outcome, status, body = '') {
      entry.outcome = outcome;
      entry.answeredAt = Date.now();
      entry.status = status;
      entry.body = body;
      const { number, attempts } = entry;
      write({ number, at: Date.now(), outcome, status, attempts, ...(outcome === 'refused' ? { body } : {}) });
    },
    onIntent: (listener) => {
      listeners.push(listener);
    },
  };
}
