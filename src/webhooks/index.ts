export { mayConnect } from './rules/address.ts';
export type { NewEvent } from './rules/event.ts';
export { type Sender, startSender } from './sender.ts';
export { addWebhookRoutes } from './webhooks-http.ts';
export { leaveWebhookJobs, webhookJobs } from './webhooks-jobs.ts';
export { recordEvents } from './webhooks-sql.ts';
