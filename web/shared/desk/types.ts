import type { Static } from 'typebox';
import type {
  ActWire,
  ColleagueWire,
  DeviceWire,
  LinkWire,
  MeWire,
  SentLinkWire,
  SetUpWire,
} from '../../../src/accounts/accounts-wire.ts';

/** What the server says at both desks, by its own schemas. */
export type Me = Static<typeof MeWire>;
export type Colleague = Static<typeof ColleagueWire>;
export type SentLink = Static<typeof SentLinkWire>;
export type Link = Static<typeof LinkWire>;
export type Device = Static<typeof DeviceWire>;
export type NewSecondFactor = Static<typeof SetUpWire>;
export type Act = Static<typeof ActWire>;
