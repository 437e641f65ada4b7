import { DeliveryError } from '../foundation/errors.ts';
import { parseJsonBody } from '../infrastructure/http/json-body.ts';
import type { AnyRoute } from './rules/find-route.ts';

/** The parsed body of a call that takes one. Schema and endpoint look at what is inside `data`. */
export function readData(route: AnyRoute, body: Buffer): unknown {
  if (route.data === undefined) return undefined;
  const parsed = body.length === 0 ? undefined : parseJsonBody(body);
  if (route.dataMayBeBare === true) return { data: bareData(parsed) };
  if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, 'data')) {
    throw new DeliveryError(
      route.missingDataCode ?? 'ERR_MISSING_FIELD',
      'The body must be a JSON object with the field "data".',
      '/data',
    );
  }
  return parsed;
}

/** What stands at the top of the body and what stands in its `data`; a body of another form is as good as none. */
function bareData(parsed: unknown): object {
  const fields = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...fields(parsed), ...fields((fields(parsed) as { data?: unknown }).data) };
}
