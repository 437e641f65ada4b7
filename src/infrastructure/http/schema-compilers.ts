import { AjvCompiler } from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Compiled = { (data: unknown): unknown; errors?: unknown };
type Route = { readonly httpPart?: string; readonly schema: unknown };
type Factory = (...given: never[]) => (route: Route) => Compiled;

/** A form is compiled when it is first needed, and once, however many routes have it: all of them at once took half of every start. */
export function compilersWhenNeeded() {
  return {
    buildValidator: whenNeeded('validator', refusingAtLittleCost(namedFieldsOnly(AjvCompiler()))),
    buildSerializer: whenNeeded('serializer', SerializerSelector()),
  };
}

/**
 * What a form does not name is taken out of whatever was sent before anybody sees it: no field can slip into what is made of the others. Where a
 * form says that further ones are welcome they stay, and so do headers, which others than the form look at.
 */
function namedFieldsOnly<F>(factory: F): F {
  const build = factory as Factory;
  const closing: Factory = (...given) => {
    const compile = build(...given);
    return (route) => compile(isOfHeaders(route) ? route : { ...route, schema: closed(route.schema) });
  };
  return closing as F;
}

/** A body of more values may be wrong in so many places that looking for all of them, and telling them, would hold up everybody else. */
const MOST_VALUES_TO_FAULT = 2_000;

/** Whatever was sent, a refusal costs little: of a list that is too long no more is looked at than shows that it is, and of very many values the first fault is told. */
function refusingAtLittleCost<F>(factory: F): F {
  const build = factory as Factory;
  const bounded: Factory = (...given) => {
    const [schemas, options] = given as unknown as [unknown, { readonly customOptions?: object }];
    const tellingFirst = { ...options, customOptions: { ...options.customOptions, allErrors: false } };
    const compileForAll = build(...given);
    return (route) => {
      const findAll = compileForAll(route);
      if (route.httpPart !== 'body') return findAll;
      let findFirst: Compiled | undefined;
      const check: Compiled = (body) => {
        let find = findAll;
        if (hasManyValues(body)) {
          cutLists(route.schema, body);
          if (hasManyValues(body)) find = findFirst ??= build(...([schemas, tellingFirst] as never[]))(route);
        }
        const result = find(body);
        check.errors = find.errors;
        return result;
      };
      return check;
    };
  };
  return bounded as F;
}

function hasManyValues(body: unknown): boolean {
  const waiting = [body];
  for (let seen = 0; waiting.length > 0; seen++) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inner = Object.values(value);
    if (seen + waiting.length + inner.length >= MOST_VALUES_TO_FAULT) return true;
    waiting.push(...inner);
  }
  return false;
}

type Form = {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly items?: unknown;
  readonly maxItems?: number;
};

/** One entry too many is left, so that the list is refused as it would have been. */
function cutLists(form: unknown, value: unknown): void {
  if (typeof form !== 'object' || form === null || typeof value !== 'object' || value === null) return;
  const { properties = {}, items, maxItems = Number.POSITIVE_INFINITY } = form as Form;
  if (Array.isArray(value)) {
    if (value.length > maxItems) value.length = maxItems + 1;
    for (const entry of value) cutLists(items, entry);
    return;
  }
  for (const [name, part] of Object.entries(properties)) cutLists(part, (value as Record<string, unknown>)[name]);
}

function isOfHeaders({ httpPart }: Route): boolean {
  return httpPart === 'headers';
}

/** The same form, in which every object says whether further fields are welcome; they are not where it said nothing. */
function closed(form: unknown): unknown {
  if (Array.isArray(form)) return form.map(closed);
  if (typeof form !== 'object' || form === null) return form;
  const parts = Object.entries(form).map(([name, part]) => [name, closed(part)]);
  return Object.fromEntries('properties' in form ? [['additionalProperties', false], ...parts] : parts);
}

/** Of this process, by all that decides what comes of a form. */
const compiledForms = new Map<string, Compiled>();

function whenNeeded<F>(kind: string, factory: F): F {
  const build = factory as Factory;
  const deferred: Factory = (...given) => {
    const compile = build(...given);
    return (route) => {
      let compiled: Compiled | undefined;
      const run: Compiled = (data) => {
        compiled ??= once(JSON.stringify([kind, given, route.httpPart, route.schema]), () => compile(route));
        const result = compiled(data);
        run.errors = compiled.errors;
        return result;
      };
      return run;
    };
  };
  return deferred as F;
}

function once(form: string, compile: () => Compiled): Compiled {
  const compiled = compiledForms.get(form) ?? compile();
  compiledForms.set(form, compiled);
  return compiled;
}
