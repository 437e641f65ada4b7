import { findPeopleByEmail, type KeptPerson } from '../accounts/index.ts';
import { findDriverByPhone } from '../drivers/index.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { findAssignmentOf, findKeptOrders, type KeptOrder, type Looked, lookForOrders } from '../orders/index.ts';
import { findKeptParcels, findParcelsOfDriver, type KeptParcel, lookForParcels } from '../plus/index.ts';
import { isAbout, type Stop, type Subject, speaksOf, textsOf } from './rules/subject.ts';

const STRETCH = 2_000;

/** Where a person stands in what is kept. */
export type Found = {
  readonly orders: readonly KeptOrder[];
  readonly parcels: readonly KeptParcel[];
  readonly driverId: string | undefined;
  /** Orders and parcels that the driver has, or had. */
  readonly driven: Looked['driven'];
  /** What the driver has under way. */
  readonly onHand: readonly string[];
  readonly people: readonly KeptPerson[];
};

/** Goes through every delivery that still holds personal data, stretch by stretch, so that nobody waits for it. */
export async function findPerson(sql: Queryable, subject: Subject): Promise<Found> {
  const driverId = subject.phone === undefined ? undefined : await findDriverByPhone(sql, subject.phone);
  const look = { texts: textsOf(subject), driverId };
  const orders = await lookThrough((after) => lookForOrders(sql, look, after, STRETCH));
  const parcels = await lookThrough((after) => lookForParcels(sql, look, after, STRETCH));
  return {
    orders: (await findKeptOrders(sql, orders.named)).filter(({ delivery, history }) =>
      isNamedIn(delivery.stops, [delivery.metadata, delivery.item, history.map(({ reason }) => reason)], subject),
    ),
    parcels: (await findKeptParcels(sql, parcels.named)).filter(({ shipment, history, edits }) =>
      isNamedIn(
        shipment.stops,
        [shipment.metadata, shipment.item, edits, history.map(({ reason, form }) => [reason, form])],
        subject,
      ),
    ),
    driverId,
    driven: [...orders.driven, ...parcels.driven],
    onHand: driverId === undefined ? [] : await findWorkOf(sql, driverId),
    people: subject.email === undefined ? [] : await findPeopleByEmail(sql, subject.email),
  };
}

/** Orders and parcels that a driver has under way. */
export async function findWorkOf(sql: Queryable, driverId: string): Promise<readonly string[]> {
  const assignment = await findAssignmentOf(sql, driverId);
  const parcels = await findParcelsOfDriver(sql, driverId);
  return [...(assignment === undefined ? [] : [assignment.orderId]), ...parcels.map(({ id }) => id)];
}

async function lookThrough(look: (after: string) => Promise<Looked>): Promise<Omit<Looked, 'last'>> {
  const named: string[] = [];
  const driven: Looked['driven'][number][] = [];
  for (let after: string | undefined = '0'; after !== undefined; ) {
    const looked: Looked = await look(after);
    named.push(...looked.named);
    driven.push(...looked.driven);
    after = looked.last;
  }
  return { named, driven };
}

/** Ids and times have digits too, and a number in one of them is nobody's phone. */
function isNamedIn(stops: readonly Stop[], words: unknown, subject: Subject): boolean {
  return stops.some(isAbout(subject)) || speaksOf(subject)(JSON.stringify(words));
}
