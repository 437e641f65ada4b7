import { AjvCompiler } from '@fastify/ajv-compiler';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Compiled = { (data: unknown): unknown; errors?: unknown };
type Route = { readonly httpPart?: string };
type Compile = (route: never) => Compiled;
type Factory = (...given: never[]) => Compile;
type Validating = { readonly customOptions?: object };

/** A schema is compiled when it is first needed: all of them at once took half of every start. */
export function compilersWhenNeeded() {
  return {
    buildValidator: whenNeeded(namedFieldsOnly(AjvCompiler())),
    buildSerializer: whenNeeded(SerializerSelector()),
  };
}

/**
 * What a form does not name is taken out of whatever was sent before anybody sees it: no field can slip into what is made of the others. What was
 * sent stays whole where a form leaves it open, and headers, which others than the form look at, stay as they are.
 */
function namedFieldsOnly<F>(factory: F): F {
  const build = factory as unknown as (schemas: unknown, options: Validating) => Compile;
  const divided = (schemas: unknown, options: Validating): Compile => {
    const ofHeaders = build(schemas, options);
    const ofOthers = build(schemas, {
      ...options,
      customOptions: { ...options.customOptions, removeAdditional: 'all' },
    });
    return (route) => ((route as Route).httpPart === 'headers' ? ofHeaders : ofOthers)(route);
  };
  return divided as F;
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
