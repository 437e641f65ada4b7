import { createAtMost } from '../infrastructure/at-most.ts';
import { passwordFrom } from './rules/password.ts';

/** Each takes 19 MiB while it runs. */
const MOST_AT_ONCE = 4;
/** Read where it is first needed: a start checks no password, nor do most commands. */
const argon2 = () => import('@node-rs/argon2');
const TERMS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of a password that nobody has: whoever is not known costs as much time as whoever is. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$W2JENOEyhNqC1KjyJQqBiw$hvDb1Qb9KI1xfDikbz4adTSd65LNRa9+hvSq4Q7+G0c';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** False, after the same work, where there is no hash. */
  isOf(password: string, hash: string | undefined): Promise<boolean>;
};

export function createPasswords(): Passwords {
  const inTurn = createAtMost(MOST_AT_ONCE);
  return {
    hash: (password) => inTurn(async () => (await argon2()).hash(passwordFrom(password), TERMS)),
    async isOf(password, known) {
      const isRight = await inTurn(async () => (await argon2()).verify(known ?? NOBODYS, passwordFrom(password)));
      return isRight && known !== undefined;
    },
  };
}
