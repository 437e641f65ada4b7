import { Type } from 'typebox';
import { DECIMALS } from '../../foundation/csv.ts';

export const Text = (description: string, further: object = {}) => Type.String({ description, ...further });

export const Time = (description: string) =>
  Text(`${description}; UTC, ISO 8601`, { examples: ['2026-11-20T09:30:00.00Z'] });

export const Nullable = <T>(type: string | readonly string[], description: string, further: object = {}) =>
  Type.Unsafe<T | null>({ type: [type, 'null'].flat(), description, ...further });

/** Many languages write a number of 19 digits as one. */
export const Id = (description: string) => Type.Unsafe<string | number>({ type: ['string', 'number'], description });

/** Which texts there can be; a union would refuse others with a sentence for each of its parts. */
export const OneOf = <const T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description !== undefined && { description }) });

export const CsvDecimal = Type.Optional(OneOf(DECIMALS, 'What stands in the numbers of the file'));

export const SHOWN_AS = 'x-shown-as';

/** In answers: what is kept as JSON and written as it is kept; the form stands only in the reference. */
export const AsKept = (form: object) => Type.Unsafe<unknown>({ [SHOWN_AS]: form });

/** In requests: what is asked for, where more is taken or a wrong value has a code of its own. */
export const Taken = <T>(checked: object, asked: object) => Type.Unsafe<T>({ ...checked, [SHOWN_AS]: asked });
