export { createDeliveryReader } from './read-delivery.ts';
export { type RecipientWord, wordsOfRecipients } from './tracking-sql.ts';
