import { AjvCompiler } from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Compiled = { (data: unknown): unknown; errors?: unknown };
type Route = { readonly httpPart?: string; readonly schema: unknown };
type Factory = (...given: never[]) => (route: Route) => Compiled;

/** A form is compiled when it is first needed, and once, however many routes have it: all of them at once took half of every start. */
export function compilersWhenNeeded() {
  return {
    buildValidator: whenNeeded('validator', namedFieldsOnly(AjvCompiler())),
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
