import type { Static } from 'typebox';
import type { WorkWire } from '../../../src/driver-app/live-wire.ts';
import type { OfferWire } from '../../../src/driver-app/offers-wire.ts';
import type { DriverOrderWire, EarningsWire, FailureReasonsWire } from '../../../src/driver-app/orders-wire.ts';
import type { ParcelsWire, ParcelToDriver } from '../../../src/driver-app/parcels-wire.ts';
import type { MeWire, OnlineWire } from '../../../src/driver-app/presence-wire.ts';
import type { CodeSentWire, SessionWire, SignedInWire } from '../../../src/driver-app/sign-in-wire.ts';
import type { WayWire } from '../../../src/driver-app/ways-wire.ts';

/** What the server says, by its own schemas. */
export type Me = Static<typeof MeWire>;
export type Offer = Static<typeof OfferWire>;
export type DriverOrder = Static<typeof DriverOrderWire>;
export type Stop = DriverOrder['stops'][number];
export type Step = DriverOrder['steps'][number];
export type Parcel = Static<typeof ParcelToDriver>;
export type ParcelWork = Static<typeof ParcelsWire>;
export type Visit = ParcelWork['visits'][number];
export type Earnings = Static<typeof EarningsWire>;
export type FailureReasons = Static<typeof FailureReasonsWire>;
export type Way = Static<typeof WayWire>;
export type Online = Static<typeof OnlineWire>;
export type Device = Static<typeof SessionWire>;
export type CodeSent = Static<typeof CodeSentWire>;
export type SignedIn = Static<typeof SignedInWire>;
/** What the stream of news carries each time: everything that may have changed. */
export type LiveWork = Static<typeof WorkWire>;
