import { Type } from 'typebox';
import { Nullable } from './schema.ts';

export const ErrorBody = Type.Object(
  {
    message: Type.String({ description: 'The code of the first fault' }),
    errors: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The code of the fault' }),
        message: Type.String({ description: 'One clear sentence' }),
        detail: Type.Optional(Type.String({ description: 'JSON pointer to the field at fault' })),
      }),
    ),
  },
  { title: 'Error', description: 'Every refusal has this form.' },
);

/** Of a list, beside its `data`. */
export const Next = Nullable<string>('string', 'Give it as `after` to go on; null at the end');
