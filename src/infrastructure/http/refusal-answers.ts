import { ERRORS, type ErrorCode, type ErrorRow } from '../../foundation/error-codes.ts';
import { errorBody, wireIdOf } from '../../foundation/errors.ts';

type Schema = Readonly<Record<string, unknown>>;
type Answer = { description: string; content?: { 'application/json'?: { schema: Schema; examples?: Schema } } };
type Refusing = { 'x-codes'?: readonly ErrorCode[]; responses: Record<string, Answer> };

/** In the place of "some 4XX": an answer for each status, with the codes that the operation really gives. */
export function showRefusals<T extends Refusing>(operation: T): T {
  const { 'x-codes': named, responses } = operation;
  if (named === undefined) return operation;
  const codes = [...new Set(named)];
  const { '4XX': some, '5XX': _, ...answers } = responses;
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))];
  const refusals = statuses.map((status) => {
    const own = answers[status];
    const form = (own ?? some)?.content?.['application/json']?.schema ?? {};
    const given = codes.filter((code) => ERRORS[code].status === status);
    return [status, refusalOf(given, form, own !== undefined)];
  });
  return {
    ...operation,
    'x-codes': [...new Set(codes.map(wireIdOf))],
    responses: { ...answers, ...Object.fromEntries(refusals) },
  };
}

function refusalOf(codes: readonly ErrorCode[], schema: Schema, isOne: boolean): Answer {
  const examples = codes.map((code) => [
    code,
    isOne ? exampleOf(code, true) : { $ref: `#/components/examples/${code}` },
  ]);
  return {
    description: codes.map((code) => `\`${wireIdOf(code)}\`: ${ERRORS[code].sentence}`).join('\n\n'),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  };
}

/** A body of each code, as the server sends it. */
export const refusalExamples = (): Schema =>
  Object.fromEntries(Object.keys(ERRORS).map((code) => [code, exampleOf(code as ErrorCode)]));

function exampleOf(code: ErrorCode, isOne = false): Schema {
  const { sentence, cause, cure, example = { sentence } }: ErrorRow = ERRORS[code];
  return { summary: sentence, description: `${cause} ${cure}`, value: errorBody([{ code, ...example }], isOne) };
}
