export { createDeliveryReader } from './read-delivery.ts';
export { wordsOfRecipients } from './tracking-sql.ts';
