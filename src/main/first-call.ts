import path from 'node:path';
import { readSettings } from '../infrastructure/config/settings.ts';
import { quote } from './commands/curl-command.ts';

const CALL = 'npx waybill sign GET /v3/cities | sh';

/** For another terminal, which does not have the variable that this one was given. */
export function firstCall(dataFolder: string): string {
  if (dataFolder === readSettings({}).dataFolder) return CALL;
  return `WAYBILL_DATA=${quote(path.relative('', dataFolder) || dataFolder)} ${CALL}`;
}
