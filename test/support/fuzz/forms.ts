import type { Dice } from './dice.ts';
import { hostileValue } from './hostile.ts';
import type { Stock } from './stock.ts';

/** A JSON schema, from the reference or of a route. */
export type Form = {
  readonly $ref?: string;
  readonly anyOf?: readonly Form[];
  readonly oneOf?: readonly Form[];
  readonly allOf?: readonly Form[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Form>>;
  readonly required?: readonly string[];
  readonly items?: Form | readonly Form[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly 'x-shown-as'?: Form;
};

export type Around = {
  readonly dice: Dice;
  readonly stock: Stock;
  readonly now: number;
  resolve(ref: string): Form;
};

const HOUR_MS = 3_600_000;

/** What a field of this name means, where its form only says that it is text. */
const MEANT: Readonly<Record<string, (around: Around) => unknown>> = {
  phone: ({ dice }) => `+8525684${7000 + dice.whole(1000)}`,
  sender_phone: () => '+85256847123',
  recipient_phone: () => '+85256847124',
  lat: ({ dice }) => String(22.27 + dice.whole(80) / 1000),
  lng: ({ dice }) => String(114.15 + dice.whole(60) / 1000),
  email: ({ dice }) => `fuzz-${dice.whole(1e9)}@example.com`,
  password: () => 'correct horse battery',
  current: () => 'correct horse battery',
  new: () => 'correct horse battery',
  role: ({ dice }) => dice.pick(['admin', 'viewer', 'developer', 'support', 'dispatcher']),
  serviceType: () => 'MOTORCYCLE',
  service: () => 'MOTORCYCLE',
  language: () => 'en_HK',
  languages: () => 'en_HK',
  capabilities: () => 'LOADING',
  market: () => 'HK',
  markets: () => 'HK',
  city: () => 'HK HKG',
  locode: () => 'HK HKG',
  currency: () => 'HKD',
  amount: ({ dice }) => String(1 + dice.whole(500)),
  priorityFee: ({ dice }) => String(1 + dice.whole(100)),
  sourceAddresses: () => '127.0.0.1',
  day: () => '2026-11-17',
  month: () => '2026-11',
  validUntil: () => '2030-01-31',
  url: () => 'https://localhost:1/hook',
  plate: () => 'AB 1234',
  limit: ({ dice }) => String(1 + dice.whole(200)),
  days: ({ dice }) => String(1 + dice.whole(30)),
  scheduleAt: ({ now, dice }) => timeAt(now + (20 + dice.whole(10)) * HOUR_MS),
  deliveryBy: ({ now, dice }) => timeAt(now + (32 + dice.whole(10)) * HOUR_MS),
  since: ({ now }) => timeAt(now - 10 * HOUR_MS),
  until: ({ now }) => timeAt(now),
  at: ({ now }) => timeAt(now),
  holdsFrom: ({ now }) => timeAt(now + HOUR_MS),
  onlineFrom: ({ now }) => timeAt(now - HOUR_MS),
  offlineFrom: ({ now }) => timeAt(now + HOUR_MS),
  file: () => Buffer.from('reference,pick_up_at\nA,B\n').toString('base64'),
};

/** Fields whose values are kept under another name. */
const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  orderIds: ['orderId'],
  parcelIds: ['parcelId', 'orderId'],
  key: ['apiKey'],
  order: ['orderId'],
  partner: ['partnerId'],
  person: ['personId', 'id'],
  seen: ['revision', 'version', 'status'],
  after: ['next', 'cursor'],
};

const timeAt = (at: number) => new Date(at).toISOString();

/** Something of that form which is likely to be taken. */
export function madeUp(form: Form, around: Around, name = '', depth = 0): unknown {
  const { dice, stock } = around;
  if (form.$ref !== undefined) return madeUp(around.resolve(form.$ref), around, name, depth);
  const shown = form['x-shown-as'];
  if (shown !== undefined && dice.percent(80)) return madeUp(shown, around, name, depth);
  if (form.const !== undefined) return form.const;
  if (form.enum !== undefined) return dice.pick(form.enum);
  const choices = form.anyOf ?? form.oneOf;
  if (choices !== undefined) return madeUp(dice.pick(choices), around, name, depth);
  if (form.allOf !== undefined)
    return Object.assign({}, ...form.allOf.map((part) => madeUp(part, around, name, depth)));
  const type = dice.pick([form.type ?? (form.properties === undefined ? 'any' : 'object')].flat() as string[]);
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return dice.percent(50);
    case 'object':
      return objectOf(form, around, depth);
    case 'array':
      return listOf(form, around, name, depth);
    case 'integer':
    case 'number':
      return numberOf(form, around, name, type);
    case 'string':
      return textOf(form, around, name);
    default:
      return dice.percent(30) ? hostileValue(dice) : (stock.find(dice, name) ?? 'something');
  }
}

function objectOf({ properties = {}, required = [] }: Form, around: Around, depth: number): unknown {
  const share = depth > 4 ? 10 : 60;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || around.dice.percent(share))
      .map(([name, form]) => [name, madeUp(form, around, name, depth + 1)]),
  );
}

function listOf({ items = {}, minItems = 0, maxItems = 4 }: Form, around: Around, name: string, depth: number) {
  if (Array.isArray(items)) return items.map((form: Form) => madeUp(form, around, name, depth + 1));
  const usual = around.dice.percent(70) ? 2 : around.dice.whole(5);
  const length = Math.min(Math.max(minItems, usual), maxItems);
  return Array.from({ length }, () => madeUp(items as Form, around, name, depth + 1));
}

function numberOf({ minimum = 0, maximum }: Form, { dice, stock }: Around, name: string, type: string): number {
  const known = stock.find(dice, name, ...(ALSO_CALLED[name] ?? []));
  if (typeof known === 'number' && dice.percent(60)) return known;
  if (name === 'lat') return 22.281;
  if (name === 'lng') return 114.158;
  if (dice.percent(10)) return dice.pick([minimum, maximum ?? 2 ** 31]);
  const within = Math.min(maximum ?? minimum + 1000, minimum + 1000) - minimum;
  return type === 'integer' ? minimum + dice.whole(within + 1) : minimum + (within * dice.whole(1000)) / 1000;
}

function textOf({ example, examples = [], minLength = 0, maxLength = 100 }: Form, around: Around, name: string) {
  const { dice, stock } = around;
  const known = stock.find(dice, name, ...(ALSO_CALLED[name] ?? []));
  const meant = MEANT[name]?.(around);
  const shown = [example, ...examples].find((value) => typeof value === 'string');
  const likely = [known, meant, shown].filter((value) => value !== undefined);
  if (likely.length > 0 && dice.percent(95)) return String(dice.pick(likely));
  if (name.toLowerCase().endsWith('at')) return timeAt(around.now);
  const longest = Math.min(maxLength, 60);
  return 'Something that was written'.repeat(3).slice(0, Math.max(minLength, dice.whole(longest + 1)));
}
