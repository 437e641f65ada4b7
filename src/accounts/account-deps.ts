import type { Database } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { Random } from '../infrastructure/random.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import type { Passwords } from './passwords.ts';
import type { PersonId } from './rules/person.ts';

export type AccountDeps = {
  readonly database: Database;
  readonly ids: Ids;
  readonly random: Random;
  readonly secretBox: SecretBox;
  readonly passwords: Passwords;
  /** Where one-time links lead. */
  readonly publicUrl: string;
};

/** Where somebody signs in from. */
export type Origin = {
  /** As far as it tells households apart. */
  readonly address: string;
  readonly device: string;
  /** Says in the log whose account the call is about, be it refused or not. */
  noteWho(id: PersonId): void;
};
