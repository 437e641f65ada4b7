import { mapValues } from './map-values.ts';
import type { Schema } from './name-schemas.ts';

/** Of a route's schema: headers of its answers beside those of every answer, each with what it says. */
export const ANSWER_HEADERS = 'x-answer-headers';

type Operation = { responses: Record<string, object>; [ANSWER_HEADERS]?: Readonly<Record<string, string>> };
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const EVERY_ANSWER = {
  'Api-Version': 'The version of the API, for example 3.0.0',
  'Request-Id': 'The `Request-ID` of the call, or a new one; quote it when asking for support',
};
const REFUSALS = { 'Retry-After': 'After how many seconds to try again; only with 429 and 503' };

/** Puts the headers of answers where the reference wants them: at each answer a reference, and each header once. */
export function describeAnswerHeaders<P extends Paths>(paths: P): { paths: P; headers: Record<string, Schema> } {
  const headers: Record<string, Schema> = {};
  const referTo = (described: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(described).map(([name, description]) => {
        headers[name] = { description, schema: { type: 'string' } };
        return [name, { $ref: `#/components/headers/${name}` }];
      }),
    );
  const describe = ({ [ANSWER_HEADERS]: own = {}, responses, ...operation }: Operation) => ({
    ...operation,
    responses: mapValues(responses, (answer, status) => ({
      ...answer,
      headers: referTo({ ...EVERY_ANSWER, ...own, ...(isRefusal(status) ? REFUSALS : {}) }),
    })),
  });
  return { paths: mapValues(paths, (methods) => mapValues(methods, describe)) as unknown as P, headers };
}

function isRefusal(status: string): boolean {
  return /^[45]/.test(status);
}
