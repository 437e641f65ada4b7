import type { Setting } from './setting.ts';
import { SETTINGS } from './setting-table.ts';

/** The text of config.example.env. */
export function describeSettings(): string {
  const blocks = Object.values(SETTINGS as Record<string, Setting<unknown>>).map(
    ({ name, meaning, shown }) => `# ${meaning[0]?.toUpperCase()}${meaning.slice(1)}.\n# ${name}=${shown}\n`,
  );
  return [
    '# All settings of Waybill. All are optional in the sandbox; the values shown are the defaults or examples.\n',
    ...blocks,
  ].join('\n');
}
