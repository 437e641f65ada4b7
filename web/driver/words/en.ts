/** A text with {places} to fill; where a number decides its form, one text for each form the language has. */
export type Text = string | { readonly one?: string; readonly other: string };

/** Every word of the app. Other languages have the same keys and the same places to fill (`languages.test.ts`). */
export const en = {
  // Everywhere
  'common.back': 'Back',
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.call': 'Call',
  'common.navigate': 'Navigate',
  'common.tryAgain': 'Try again',
  'common.loading': 'Loading…',
  'common.noSignal': 'No signal. Try again when you have one.',
  'common.optional': 'optional',

  // signIn

  // home

  // offer

  // order

  // dropOff

  // outbox

  // parcels

  // parcel

  // scan

  // earnings

  // account

  // emergency

  // waiting
} as const satisfies Readonly<Record<string, Text>>;

export type Key = keyof typeof en;
export type Words = Readonly<Record<Key, Text>>;

type Holes<T> = T extends `${string}{${infer Hole}}${infer Rest}` ? Hole | Holes<Rest> : never;
type Texts<T> = T extends string ? T : T[keyof T];

/** What must be filled into the text of a key: nothing, or a value for each place. */
export type Values<K extends Key> = [Holes<Texts<(typeof en)[K]>>] extends [never]
  ? []
  : [values: Readonly<Record<Holes<Texts<(typeof en)[K]>>, string | number>>];
