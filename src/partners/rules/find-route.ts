import type { TSchema } from 'typebox';
import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { PartnerRoute } from '../../infrastructure/http/partner-api.ts';

export type AnyRoute = PartnerRoute<TSchema, TSchema, TSchema>;
/** In the order in which they were registered. */
export type KnownRoute = { readonly method: string; readonly path: string; readonly route: AnyRoute };

/** Which call of the API that is: what the router decides, for a request that is only looked at. */
export function findRoute(
  routes: readonly KnownRoute[],
  { method, path, platform }: { readonly method: string; readonly path: string; readonly platform: string | undefined },
): Decision<AnyRoute> {
  const given = path.split('/');
  const fitting = routes.filter((known) => fits(known.path.split('/'), given));
  if (fitting.length === 0)
    return refused('ERR_NOT_FOUND', `There is no call with the path ${path}. The reference lists those that exist.`);
  const variants = fitting
    .filter((known) => known.method === method)
    .sort((a, b) => (literalFirst(a.path) < literalFirst(b.path) ? -1 : 1))
    .filter((known, _, [closest]) => known.path === closest?.path);
  const [first, ...others] = variants;
  if (first === undefined) {
    const allowed = [...new Set(fitting.map((known) => known.method))].join(', ');
    return refused('ERR_METHOD_NOT_ALLOWED', `This path answers to ${allowed}, not to ${method}.`);
  }
  const named = platform?.trim().toUpperCase();
  return accepted((others.find(({ route }) => route.platform === named) ?? first).route);
}

function fits(wanted: readonly string[], given: readonly string[]): boolean {
  return (
    wanted.length === given.length &&
    wanted.every((part, n) => (part.startsWith(':') ? given[n] !== '' : part === given[n]))
  );
}

/** A name goes before a parameter, from left to right. */
function literalFirst(pattern: string): string {
  return pattern.replaceAll(/[^/]+/g, (part) => (part.startsWith(':') ? '1' : '0'));
}
