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
const LATER = { 'Retry-After': 'After how many seconds to try again' };

/** Where they are of use: what is told of every answer is not repeated at each refusal. */
function headersOf(status: string, own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (status.startsWith('2')) return { ...EVERY_ANSWER, ...own };
  if (status === '429') return { ...own, ...LATER };
  return status === '503' ? LATER : {};
}

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
    responses: mapValues(responses, (answer, status) => {
      const told = headersOf(status, own);
      return Object.keys(told).length === 0 ? answer : { ...answer, headers: referTo(told) };
    }),
  });
  return { paths: mapValues(paths, (methods) => mapValues(methods, describe)) as unknown as P, headers };
}
