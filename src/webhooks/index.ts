export { chooseEvents } from './choose-events.ts';
export { mayConnect } from './rules/address.ts';
export { EVENT_CHOICES, isEventChoice, type NewEvent } from './rules/event.ts';
export type { PushFaults } from './rules/push-fault.ts';
export { type Sender, startSender } from './sender.ts';
export { setPushFaults } from './set-push-faults.ts';
export { addWebhookRoutes } from './webhooks-http.ts';
export { leaveWebhookJobs, webhookJobs } from './webhooks-jobs.ts';
export { eventChoicesOf, pushFaultsOf, recordEvents, recordEventsOf } from './webhooks-sql.ts';
