import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** The only source of randomness. */
export type Random = {
  bytes(length: number): Buffer;
  uuid(): string;
  below(limit: number): number;
};

export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  uuid: () => randomUUID(),
  below: (limit) => randomInt(limit),
};
