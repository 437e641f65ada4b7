export { chooseEvents } from './choose-events.ts';
export { eventChoicesOf, recordEvents, recordEventsOf } from './outbox-sql.ts';
export { pushFaultsOf } from './push-faults-sql.ts';
export { mayConnect } from './rules/address.ts';
export { EVENT_CHOICES, isEventChoice, type NewEvent } from './rules/event.ts';
export type { PushFaults } from './rules/push-fault.ts';
export { type Sender, startSender } from './sender.ts';
export { setPushFaults } from './set-push-faults.ts';
