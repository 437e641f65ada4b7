import type { Static } from 'typebox';
import type { EventDetailsWire, EventLineWire } from '../../src/portal/events-wire.ts';
import type { KeysWire, NewKeyWire } from '../../src/portal/keys-wire.ts';
import type { RequestDetailsWire, RequestLineWire } from '../../src/portal/requests-wire.ts';
import type { ReportWire } from '../../src/portal/signature-wire.ts';
import type { UsageWire } from '../../src/portal/usage-wire.ts';
import type { SecretWire, TestWire, WebhookHealthWire } from '../../src/portal/webhook-wire.ts';

/** What the server says, by its own schemas. */
export type Keys = Static<typeof KeysWire>;
export type Key = Keys['keys'][number];
export type NewKey = Static<typeof NewKeyWire>;
export type Webhook = Static<typeof WebhookHealthWire>;
export type WebhookSecret = Static<typeof SecretWire>;
export type SentTest = Static<typeof TestWire>;
export type EventLine = Static<typeof EventLineWire>;
export type EventDetails = Static<typeof EventDetailsWire>;
export type RequestLine = Static<typeof RequestLineWire>;
export type RequestDetails = Static<typeof RequestDetailsWire>;
export type Report = Static<typeof ReportWire>;
export type Usage = Static<typeof UsageWire>[number];
