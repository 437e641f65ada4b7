export { createDeliveryReader } from './read-delivery.ts';
export { eraseWords, findKeptWishes, type RecipientWord, wordsOfRecipients } from './tracking-sql.ts';
