import { readSettings, SettingsError } from '../../src/infrastructure/config/settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
export const PRODUCTION: Environment = { WAYBILL_ENVIRONMENT: 'production', WAYBILL_MASTER_KEY: MASTER_KEY };

/** What is wrong with these settings; nothing where they are taken. */
export function faultsOf(env: Environment): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
}
