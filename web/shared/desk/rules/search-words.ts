/** What the search of orders promises, at both desks. */
export const HOW_ORDERS_ARE_FOUND =
  'Found by the whole order id, by the beginning of a recipient’s name, of an address or of a value in the metadata, and by the last four digits or more of a phone.';
