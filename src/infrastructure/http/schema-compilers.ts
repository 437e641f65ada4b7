import { AjvCompiler } from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Compiled = { (data: unknown): unknown; errors?: unknown };
type Factory = (...given: never[]) => (route: never) => Compiled;

/** A schema is compiled when it is first needed: all of them at once took half of every start. */
export function compilersWhenNeeded() {
  return { buildValidator: whenNeeded(AjvCompiler()), buildSerializer: whenNeeded(SerializerSelector()) };
}

function whenNeeded<F>(factory: F): F {
  const build = factory as Factory;
  const deferred: Factory = (...given) => {
    const compile = build(...given);
    return (route) => {
      let compiled: Compiled | undefined;
      const run: Compiled = (data) => {
        compiled ??= compile(route);
        const result = compiled(data);
        run.errors = compiled.errors;
        return result;
      };
      return run;
    };
  };
  return deferred as F;
}
