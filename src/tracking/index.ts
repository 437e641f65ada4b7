export { createDeliveryReader } from './read-delivery.ts';
export { eraseWords, type RecipientWord, wordsOfRecipients } from './tracking-sql.ts';
