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
  'common.tooMany': 'Too many tries. Wait a moment, then try again.',
  'common.tooManyFor': {
    one: 'Too many tries. Try again in {count} minute.',
    other: 'Too many tries. Try again in {count} minutes.',
  },
  'common.serverTrouble': 'Something went wrong at the server. Try again in a moment.',
  'common.storageFull':
    'The phone is full, and there is no signal to send this now. Make some room on the phone, or try again with signal.',
  'common.optional': 'optional',

  // shell
  'shell.work': 'Work',
  'shell.parcels': 'Parcels',
  'shell.earnings': 'Earnings',
  'shell.account': 'Account',
  'shell.nav': 'Parts of the app',
  'shell.live': 'Connected',
  'shell.connecting': 'Connecting…',
  'shell.offline': 'No signal',
  'shell.kept': 'Your work is kept on this phone.',
  'shell.waiting': { one: '{count} thing still to be sent', other: '{count} things still to be sent' },
  'shell.refused': { one: '{count} was not accepted. Look.', other: '{count} were not accepted. Look.' },
  'shell.emergency': 'Emergency',
  'shell.emergencyShort': 'SOS',

  // signIn
  'signIn.title': 'Sign in to drive',
  'signIn.phone': 'Your phone number',
  'signIn.phoneHint': 'With the country code, as in +852 5684 7123',
  'signIn.phoneWrong': 'Begin with + and the country code, as in +852 5684 7123.',
  'signIn.sendCode': 'Send me a code',
  'signIn.codeSent': 'If {phone} is a driver’s phone, a code is on its way to it.',
  'signIn.code': 'Code',
  'signIn.codeHint': 'Six digits, valid for 10 minutes',
  'signIn.codeSixDigits': 'The code has six digits.',
  'signIn.codeWrong': 'The code is wrong or no longer valid. Check it, or ask for a new one.',
  'signIn.inTheLog': 'This is a sandbox: the code stands in the log of the program.',
  'signIn.enter': 'Sign in',
  'signIn.sendAgain': 'Send a new code',
  'signIn.sendAgainIn': 'Send a new code in {seconds} s',
  'signIn.sentAgain': 'A new code is on its way. The old one no longer works.',
  'signIn.otherPhone': 'Another phone number',

  // home
  'home.online': 'You are online',
  'home.offline': 'You are offline',
  'home.since': 'Since {time}',
  'home.switchOn': 'Switch on to get offers',
  'home.switch': 'Online',
  'home.locationDenied':
    'Offers go to drivers nearby, so the app must know where you are. Allow the location for this page in the settings of your browser, then switch on again.',
  'home.offlineTitle': 'No offers while offline',
  'home.offlineHint': 'Nobody sees where you are now.',
  'home.waitingTitle': 'Waiting for offers',
  'home.waitingHint': 'Keep this page open. The phone buzzes when one comes.',
  'home.today': 'Earned today',
  'home.map': 'Where you are',

  // offer
  'offer.new': 'New offer: {money}',
  'offer.inTitle': 'New offer',
  'offer.secondsLeft': { one: '{count} second left', other: '{count} seconds left' },
  'offer.toPickUp': '{distance} to the pick-up',
  'offer.route': '{distance} route',
  'offer.pickUpAt': 'Pick-up: {time}',
  'offer.handOver': 'Another driver has the goods already. You collect them where he left them.',
  'offer.accept': 'Accept',
  'offer.decline': 'Decline',
  'offer.lapsed': 'The time to answer is over. The next offer will come.',
  'offer.taken': 'Another driver took it, or it was withdrawn. The next offer will come.',
  'offer.map': 'The way from the pick-up to the last drop-off',

  // request
  'request.return': 'Back to the pick-up afterwards',
  'request.cash': 'Cash on delivery',
  'request.carry': 'Carry from door to door',
  'request.document': 'Handle documents',
  'request.bag': 'Insulated bag',
  'request.cooled': 'Cooled vehicle',
  'request.tailLift': 'Tail lift',
  'request.cover': 'Tarpaulin',
  'request.long': 'Goods up to 250 cm long',
  'request.queue': { one: 'Queue for up to {count} minute', other: 'Queue for up to {count} minutes' },
  'request.wait': { one: 'Wait for up to {count} minute', other: 'Wait for up to {count} minutes' },
  'request.helpers': { one: 'You and {count} helper', other: 'You and {count} helpers' },

  // order
  'order.arriveTitle': 'Go to the pick-up',
  'order.pickUpTitle': 'Pick up here',
  'order.dropOffTitle': 'Deliver to',
  'order.arrive': 'I am here',
  'order.pickUp': 'I have the goods',
  'order.dropOff': 'Drop off here',
  'order.pickUpPoint': 'Pick-up',
  'order.dropOffPoint': 'Drop-off {number}',
  'order.stops': 'Stops',
  'order.goHereFirst': 'Go here next',
  'order.handOver': 'Another driver had these goods. Collect them where he left them: Navigate leads there.',
  'order.notTheirs': 'The recipient says that this is not their parcel. Call the sender before you hand it over.',
  'order.recipientWrites': 'The recipient writes:',
  'order.queue': { one: 'Queue here, {count} minute is paid', other: 'Queue here, {count} minutes are paid' },
  'order.wait': { one: 'Wait here, {count} minute is paid', other: 'Wait here, {count} minutes are paid' },
  'order.paidLeft': { one: '{count} minute left, until {time}', other: '{count} minutes left, until {time}' },
  'order.paidOver': 'The paid time is over.',
  'order.collectCash': 'Collect cash: the remarks say how much',
  'order.collectAmount': 'Collect {amount} in cash',
  'order.payToll': 'Pay the toll on the way',
  'order.buy': 'Buy the goods and keep the receipt',
  'order.details': 'Details',
  'order.returnAfter': 'After the last drop-off, back to {address}.',
  'order.earning': 'You earn',
  'order.route': 'Route',
  'order.quantity': 'Quantity',
  'order.weight': 'Weight',
  'order.number': 'Order',
  'order.map': 'The way of this order',
  'order.giveBack': 'I cannot do this order',
  'order.giveBackTitle': 'Give the order back?',
  'order.giveBackMeans': 'Another driver will be looked for. You earn nothing for it.',
  'order.giveBackGoods':
    'You have the goods. Stay with them until another driver or support calls. You earn nothing for the order.',
  'order.giveBackReason': 'Why?',
  'order.giveBackNow': 'Give it back',
  'order.keep': 'Keep the order',
  'order.ended.delivered': 'Delivered',
  'order.ended.canceled': 'The order was cancelled',
  'order.ended.takenAway': 'The order is not yours any more',
  'order.ended.givenBack': 'You gave the order back',
  'order.endedMeans.canceled': 'The sender cancelled it. You need not go on.',
  'order.endedMeans.takenAway': 'It was given to another driver or taken back. You need not go on.',
  'order.endedMeans.givenBack': 'Another driver is being looked for.',
  'order.earned': 'You earned {money}.',
  'order.bringBack': 'Bring the goods back to the pick-up:',
  'order.goOn': 'Go on',

  // dropOff
  'dropOff.title': 'Drop off',
  'dropOff.delivered': 'Delivered',
  'dropOff.takePhoto': 'Take a photo',
  'dropOff.takeAgain': 'Take another photo',
  'dropOff.yourPhoto': 'Your photo',
  'dropOff.noPicture': 'This is not a picture. Take a photo, or choose another file.',
  'dropOff.takeSignature': 'Get a signature',
  'dropOff.signatureOf': 'Signature: {name}',
  'dropOff.signHere': 'Sign here with a finger',
  'dropOff.clear': 'Clear',
  'dropOff.signed': 'Signed',
  'dropOff.couldNot': 'I could not deliver',
  'dropOff.whyNot': 'Why could it not be delivered?',
  'dropOff.note': 'What happened?',
  'dropOff.noteIfAny': 'Note, if you like',
  'dropOff.sayFailed': 'Not delivered',

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
