import type { Instant } from '../../foundation/time.ts';
import type { Environment } from '../config/environment.ts';
import { OperatorError } from '../operator-error.ts';
import { type Queryable, timestamp } from './database.ts';

/** A database belongs to the environment that first used it. */
export async function claimEnvironment(sql: Queryable, environment: Environment, now: Instant): Promise<void> {
  await sql.query('insert into deployment (environment, created_at) values ($1, $2) on conflict do nothing', [
    environment,
    timestamp(now),
  ]);
  await insistOnEnvironment(sql, environment);
}

export async function insistOnEnvironment(sql: Queryable, environment: Environment): Promise<void> {
  const [row] = await sql.query<{ environment: string }>('select environment from deployment');
  if (row?.environment === environment) return;
  throw new OperatorError(
    `This database belongs to the ${row?.environment} environment and WAYBILL_ENVIRONMENT is ${environment}. Use another database, or change the setting.`,
  );
}
