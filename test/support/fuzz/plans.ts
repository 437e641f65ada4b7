import { readFileSync } from 'node:fs';
import type { EveryRoute } from '../../../src/infrastructure/http/server.ts';
import type { Dice } from './dice.ts';
import type { Caller, Draft } from './draft.ts';
import { type Around, type Form, madeUp } from './forms.ts';
import { PAGE_FORMS, RECIPES } from './recipes.ts';
import type { Stock } from './stock.ts';

type Route = EveryRoute[number];
type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Form };
type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Form }>> };
};

/** Whose calls come by which door. */
const DOORS = {
  partner: /^\/v3\//,
  sandbox: /^\/sandbox\/v1\//,
  portal: /^\/portal\/v1\//,
  console: /^\/console\/v1\//,
  driver: /^\/driver\/v1\//,
  page: /^\/(driver|portal|console|track|docs|assets|favicon|map|files|\.well-known|health|metrics|sandbox\/demo-city)?($|\/|\.)/,
} as const;
export type Door = keyof typeof DOORS;
const DOOR_NAMES = Object.keys(DOORS) as Door[];

/** Under which names answers show what stands in a path. */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  orderId: ['orderId', 'id'],
  quotationId: ['quotationId'],
  eventId: ['eventId'],
  driverId: ['driverId'],
  clientRef: ['clientRef', 'reference'],
  labelBatchId: ['labelBatchId'],
  deviceId: ['id'],
  personId: ['id', 'personId'],
  market: ['market'],
  apiKey: ['apiKey', 'key'],
  id: ['id'],
  city: ['locode', 'city'],
  emergencyId: ['emergencyId', 'id'],
  partnerId: ['partnerId', 'id'],
  documentId: ['documentId', 'id'],
  service: ['service', 'key'],
  version: ['version'],
  request: ['specialRequest', 'key'],
  parcelId: ['parcelId', 'orderId', 'id'],
  sessionId: ['sessionId', 'id'],
  offerId: ['offerId'],
  stopId: ['stopId'],
  token: ['token'],
  key: ['key'],
  name: ['guide'],
  '*': ['asset'],
};

/** How calls of a route are made up. */
export type Plan = {
  readonly name: string;
  readonly door: Door;
  readonly route: Route;
  draft(around: Omit<Around, 'resolve'>, caller: Caller): Draft;
};

const reference = () => JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

/** One for each way in. A way that nobody told how to try is a fault. */
export function plansFor(routes: EveryRoute): { plans: readonly Plan[]; faults: readonly string[] } {
  const document = reference();
  const faults: string[] = [];
  const resolve = (ref: string): Form =>
    ref
      .replace('#/', '')
      .split('/')
      .reduce((node, step) => node[step], document);
  const plans = routes.map((route) => {
    const name = nameOf(route);
    const door = DOOR_NAMES.find((candidate) => DOORS[candidate].test(route.path));
    if (door === undefined) faults.push(`${name}: nobody knows whose door this is`);
    for (const parameter of parametersOf(route.path))
      if (!(parameter in SHOWN_BY)) faults.push(`${name}: nobody knows where :${parameter} is shown`);
    const operation: Operation | undefined =
      document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
    if (operation === undefined && ['partner', 'sandbox', 'driver'].includes(door ?? ''))
      faults.push(`${name}: is not in the reference`);
    if (door === 'page' && !['GET', 'HEAD'].includes(route.method) && !(name in PAGE_FORMS))
      faults.push(`${name}: nobody knows what its form is`);
    const forms = formsOf(route, operation);
    return { name, door: door ?? 'page', route, draft: drafter(name, door ?? 'page', route, forms, resolve) };
  });
  return { plans, faults };
}

const parametersOf = (path: string) => (path.match(/:\w+|\*/g) ?? []).map((part) => part.replace(':', ''));
const nameOf = ({ method, path, variant }: Route) => `${method} ${path}${variant === undefined ? '' : ` ${variant}`}`;

type Forms = { readonly query: readonly [string, Form, boolean][]; readonly body: Form | undefined };

/** From the reference where the route stands in it, else from the route itself. */
function formsOf({ schema }: Route, operation: Operation | undefined): Forms {
  if (operation !== undefined) {
    const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    return {
      query: query.map(({ name, schema: form, required }) => [name, form, required === true]),
      body: operation.requestBody?.content['application/json']?.schema,
    };
  }
  const { properties = {}, required = [] } = (schema.querystring ?? {}) as Form;
  return {
    query: Object.entries(properties).map(([name, form]) => [name, form, required.includes(name)]),
    body: schema.body as Form | undefined,
  };
}

function drafter(
  name: string,
  door: Door,
  route: Route,
  { query, body }: Forms,
  resolve: Around['resolve'],
): Plan['draft'] {
  return (given, caller) => {
    const around: Around = { ...given, resolve };
    const { dice, stock } = around;
    const pageForm = PAGE_FORMS[name]?.(around);
    return {
      method: route.method,
      path: filled(route.path, dice, stock),
      query: [
        ...query
          .filter(([, , required]) => required || dice.percent(35))
          .map(([parameter, form]) => `${parameter}=${encode(madeUp(form, around, parameter))}`),
        ...(route.path === '/files/:key' ? linkOf(dice, stock) : []),
      ].join('&'),
      caller,
      headers: headersOf(door, route, dice),
      json: body === undefined ? undefined : bodyOf(name, body, around),
      body: pageForm === undefined ? undefined : Buffer.from(String(new URLSearchParams(pageForm))),
      framing: 'length',
      isElsewhere: false,
    };
  };
}

function bodyOf(name: string, form: Form, around: Around): unknown {
  const recipe = around.dice.percent(70) ? RECIPES[name]?.(around) : undefined;
  return recipe === undefined ? madeUp(form, around) : { data: recipe };
}

function headersOf(door: Door, { variant }: Route, dice: Dice): [string, string][] {
  if (door !== 'partner' && door !== 'sandbox') return dice.percent(20) ? [['Request-ID', `call-${dice.seed()}`]] : [];
  return [
    ['Content-Type', 'application/json'],
    ['Market', 'HK'],
    ...(variant === undefined ? [] : ([['Platform', variant]] as [string, string][])),
    ...(dice.percent(40) ? ([['Request-ID', `call-${dice.seed()}`]] as [string, string][]) : []),
  ];
}

const linkOf = (dice: Dice, stock: Stock) =>
  ['owner', 'expires', 'signature'].map((part) => `${part}=${encode(stock.find(dice, part) ?? '1')}`);

const encode = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());

function filled(path: string, dice: Dice, stock: Stock): string {
  return path.replaceAll(/:(\w+)|\*/g, (_all, name = '*') => {
    const known = dice.percent(92) ? stock.find(dice, ...(SHOWN_BY[name] ?? [])) : undefined;
    return encode(known ?? dice.pick(['1234567890123456789', '9999999999999999999', '1', 'x']));
  });
}
