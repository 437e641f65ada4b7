import { Type } from 'typebox';

export const Text = (description: string, further: object = {}) => Type.String({ description, ...further });

export const Nullable = <T>(type: string | readonly string[], description: string, further: object = {}) =>
  Type.Unsafe<T | null>({ type: [type, 'null'].flat(), description, ...further });

/** Many languages write a number of 19 digits as one. */
export const Id = (description: string) => Type.Unsafe<string | number>({ type: ['string', 'number'], description });
