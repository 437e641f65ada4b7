export type { NewEvent } from './rules/event.ts';
export { recordEvents } from './webhooks-sql.ts';
