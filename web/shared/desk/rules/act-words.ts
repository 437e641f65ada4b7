import type { Desk } from '../calls.ts';

/** What somebody did, by the name under which it is recorded: "Ada …". */
const WORDS: Readonly<Record<string, string>> = {
  'area.change': 'redrew a service area',
  'city.mode': 'changed how a city matches orders and drivers',
  'city.pause': 'paused a city, or a service in it',
  'city.resume': 'let a city, or a service in it, go on',
  'credit-note.issue': 'issued a credit note',
  'driver.add-document': 'added a document of a driver',
  'driver.allow-again': 'let a driver have a partner’s orders again',
  'driver.create': 'added a driver',
  'driver.keep-from': 'kept a driver from a partner',
  'driver.pay-out': 'booked a pay-out to a driver',
  'driver.photo': 'changed the photo of a driver',
  'driver.remove-document': 'removed a document of a driver',
  'driver.resume': 'let a driver work again',
  'driver.show-code': 'looked at the sign-in code of a driver',
  'driver.sign-out': 'signed a driver out everywhere',
  'driver.suspend': 'suspended a driver',
  'emergency.acknowledge': 'took on a call for help',
  'event.recover': 'had undelivered events sent again',
  'event.redeliver': 'sent an event again',
  'key.change': 'changed what an API key is for',
  'key.create': 'made an API key',
  'key.resume': 'opened an API key again',
  'key.revoke': 'revoked an API key',
  'key.suspend': 'suspended an API key',
  'market.import': 'took changed data of a market into use',
  'market.reset': 'took a market back to how it was shipped',
  'order.assign': 'gave an order to a driver',
  'order.cancel': 'cancelled an order',
  'order.change-driver': 'asked for another driver',
  'order.edit': 'edited an order',
  'order.place': 'placed an order',
  'order.priority-fee': 'added a priority fee',
  'order.refund': 'gave money back for an order',
  'order.replace': 'replaced an order',
  'order.take-off': 'took the driver off an order',
  'parcel.assign': 'gave a parcel to a driver',
  'parcel.cancel': 'cancelled a parcel',
  'parcel.close': 'closed a parcel',
  'parcel.edit': 'edited a parcel',
  'parcel.labels': 'had labels printed',
  'parcel.place': 'placed a parcel',
  'parcel.retry': 'had a parcel tried again',
  'parcel.tag': 'marked a parcel',
  'parcel.take-off': 'took a parcel from its driver',
  'parcels.plan': 'had the parcels of a day planned anew',
  'partner.create': 'added a partner',
  'password.change': 'chose another password',
  'password.set': 'set a password by a link',
  'person-data.erase': 'erased what was known of somebody',
  'person-data.export': 'took out what is known of somebody',
  'person.change': 'changed what somebody may do',
  'person.invite': 'invited somebody',
  'person.link': 'made a link for somebody’s password',
  'person.remove-second-factor': 'removed somebody’s second factor',
  'prices.import': 'gave a client a new price list',
  'rates.draft': 'drafted a rate card',
  'rates.publish': 'published a rate card',
  'rates.roll-back': 'went back to an earlier rate card',
  'rates.withdraw': 'withdrew a rate card before its time',
  'sandbox.clock': 'moved the sandbox clock',
  'sandbox.act': 'let something happen in the sandbox',
  'sandbox.simulation': 'set the simulated drivers',
  'sandbox.faults': 'set what goes wrong in the sandbox',
  'second-factor.off': 'turned a second factor off',
  'second-factor.on': 'turned on a second factor',
  'special-request.times': 'changed the times of a special request',
  'wallet.alert': 'set when to be told of a low balance',
  'wallet.top-up': 'topped up a wallet',
  'webhook.choose': 'chose which events are told',
  'webhook.recover': 'had undelivered events sent again',
  'webhook.remove': 'took the webhook URL away',
  'webhook.rotate-secret': 'made a new webhook secret',
  'webhook.set': 'set the webhook URL',
  'webhook.show-secret': 'looked at the webhook secret',
};

/** A name that has no words yet is taken apart: "order.cancel" is readable too. */
export function actWords(action: string): string {
  return WORDS[action] ?? action.replaceAll(/[.-]/g, ' ');
}

/** The screens of things, where a desk has one. */
const SCREENS: Readonly<Record<Desk, Readonly<Record<string, string>>>> = {
  portal: { order: '/orders', parcel: '/parcels', event: '/events' },
  console: { order: '/orders', driver: '/drivers', partner: '/partners', parcel: '/parcels' },
};

/** Where the thing can be looked at that somebody did something with. */
export function hrefOfSubject(desk: Desk, { kind, id }: { readonly kind: string; readonly id: string }) {
  const screen = SCREENS[desk][kind];
  return screen === undefined ? undefined : `${screen}/${encodeURIComponent(id)}`;
}
