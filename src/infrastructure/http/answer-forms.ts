import { type TSchema, Type } from 'typebox';
import { ERRORS, type ErrorCode } from '../../foundation/error-codes.ts';
import { wireIdOf } from '../../foundation/errors.ts';
import { Nullable, SHOWN_AS, Text } from './schema.ts';

const CodeWire = Text('What is wrong, for programs; further codes may come', {
  title: 'ErrorCode',
  enum: [...new Set((Object.keys(ERRORS) as ErrorCode[]).map(wireIdOf))],
});
const WireFault = Type.Object(
  {
    id: CodeWire,
    message: Type.String({ description: 'One clear sentence' }),
    detail: Type.Optional(Type.String({ description: 'JSON pointer to the field at fault' })),
  },
  { title: 'Fault', description: 'One thing that is wrong' },
);
const message = Type.String({ description: 'The code of the first fault' });
export const ErrorAnswer = Type.Object(
  { message, errors: Type.Array(WireFault, { description: 'All that is wrong, at least one' }) },
  { title: 'ErrorAnswer', description: 'Every refusal has this form.' },
);
const OneErrorAnswer = Type.Object(
  { message, errors: WireFault },
  { title: 'OneErrorAnswer', description: 'Here `errors` is one object, not a list.' },
);

/** Of a list, beside its `data`. */
const Next = Nullable<string>('string', 'Give it as `after` to go on; null at the end');

export type Answering = {
  readonly summary: string;
  /** The answer's `data` is a list, with `next` beside it. */
  readonly paged?: boolean;
  /** The `errors` of a 422 are one object, not a list. */
  readonly oneError?: boolean;
  /** Codes of its own, beside those of the door that it is behind. */
  readonly refusals?: readonly ErrorCode[];
  /** Success statuses with the form of their `data`; null for an answer without a body. */
  readonly answers: Readonly<Record<number, TSchema | null>>;
};

export type Streaming = Answering & {
  /** Not JSON but a stream of this type. */
  readonly streams?: string;
};

/** What a route may answer: by this its answers are serialised, and they stand so in the reference. */
export function answerForms(route: Streaming): object {
  const forms = Object.entries(route.answers).map(([status, data]) => [status, formOf(data, route)]);
  const refusal = route.oneError === true ? { 422: OneErrorAnswer } : {};
  return { ...Object.fromEntries(forms), ...refusal, '4xx': ErrorAnswer, '5xx': ErrorAnswer };
}

function formOf(data: TSchema | null, { summary, paged, streams }: Streaming): object {
  if (data === null) return Type.Null({ description: 'Done; no body' });
  const description = descriptionOf(data) ?? summary;
  if (streams !== undefined) return { description, content: { [streams]: { schema: data } } };
  return Type.Object(paged === true ? { data, next: Next } : { data }, { description });
}

function descriptionOf(form: object): string | undefined {
  const { description } = (SHOWN_AS in form ? form[SHOWN_AS] : form) as { description?: string };
  return description;
}
