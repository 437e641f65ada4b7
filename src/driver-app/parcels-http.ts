import { type Static, type TSchema, Type } from 'typebox';
import { orThrow } from '../foundation/decision.ts';
import type { Point } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import { noContent, ok } from '../infrastructure/http/partner-api.ts';
import type { ChangeDeps } from '../orders/index.ts';
import {
  decideDropOff,
  dropOut,
  failPickUp,
  handOverParcel,
  type Parcel,
  pickUpParcel,
  type ReadParcel,
  readWork,
  retryParcel,
  returnParcel,
} from '../plus/index.ts';
import { type EvidenceDeps, prepareEvidence } from '../proof/index.ts';
import type { DriverApi } from './driver-api.ts';
import { LARGEST_PROOF_BYTES } from './orders-wire.ts';
import {
  FailedDeliveryData,
  FailedPickUpData,
  HandOverData,
  ParcelsWire,
  ParcelToDriver,
  PickUpData,
  parcelsToWire,
  parcelToDriver,
  ReasonData,
} from './parcels-wire.ts';
import { wordsOnParcels } from './read-words.ts';
import { actionTime } from './rules/action-time.ts';
import { type FailureReasons, reasonText } from './rules/failure-reason.ts';
import { givenProof } from './rules/given-proof.ts';
import { ActionData } from './wire-forms.ts';

export type ParcelWorkDeps = EvidenceDeps &
  ChangeDeps & { readonly readParcel: ReadParcel; readonly failureReasons: FailureReasons };

const params = Type.Object({ orderId: Type.String({ description: 'A parcel of the driver' }) });
const parcel = { 200: ParcelToDriver };

const shown = async (sql: Queryable, one: Parcel) => ok(parcelToDriver(one, await wordsOnParcels(sql, [one])));

/** The scheduled variant's work list, and every step of a parcel. */
export function addParcelRoutes(api: DriverApi, deps: ParcelWorkDeps): void {
  api.get(
    '/driver/v1/parcels',
    { operationId: 'listParcels', summary: 'My parcels, and where to go with them', answers: { 200: ParcelsWire } },
    async ({ driver, now }) => {
      const work = await readWork(deps.database, driver, now);
      return ok(parcelsToWire(work, await wordsOnParcels(deps.database, work.parcels)));
    },
  );
  api.get(
    '/driver/v1/parcels/:orderId',
    {
      operationId: 'getParcel',
      summary: 'A parcel of mine',
      params,
      refusals: ['ERR_ORDER_NOT_FOUND'],
      answers: parcel,
    },
    async ({ driver, params: { orderId } }) =>
      shown(deps.database, await deps.readParcel({ orderId, driverId: driver.id })),
  );
  addSteps(api, deps);
  addHandOver(api, deps);
}

type Key = { readonly orderId: string; readonly driverId: string };
type Moment = { readonly at: Instant; readonly receivedAt: Instant };

function addSteps(api: DriverApi, deps: ParcelWorkDeps): void {
  function step<Data extends TSchema>(
    name: string,
    operationId: string,
    summary: string,
    data: Data,
    act: (tx: Transaction, key: Key, moment: Moment, data: Static<Data>) => Promise<Parcel>,
  ): void {
    api.post(
      `/driver/v1/parcels/:orderId/${name}`,
      {
        operationId,
        summary,
        params,
        data,
        refusals: ['ERR_ORDER_NOT_FOUND', 'ERR_INVALID_ORDER_STATUS'],
        answers: parcel,
      },
      async ({ driver, now, params: { orderId }, data: given, once }) => {
        const moment = { at: orThrow(actionTime((given as { at?: string | null }).at, now)), receivedAt: now };
        return once(async (tx) =>
          shown(tx, await act(tx, { orderId, driverId: driver.id }, moment, given as Static<Data>)),
        );
      },
    );
  }
  step(
    'pick-up',
    'pickUpParcel',
    'I have the parcel: the pick-up form',
    PickUpData,
    (tx, key, moment, { pieces, note }) => pickUpParcel(deps, tx, key, moment, { pieces, note }),
  );
  step('fail-pick-up', 'failPickUp', 'The parcel could not be picked up', FailedPickUpData, (tx, key, moment, given) =>
    failPickUp(deps, tx, key, moment, orThrow(reasonText(deps.failureReasons.pickUp, given))),
  );
  step('retry', 'retryParcel', 'I try again what failed', ActionData, (tx, key, moment) =>
    retryParcel(deps, tx, key, moment, 'driver'),
  );
  step('return', 'returnParcel', 'The parcel is back where it was picked up', ActionData, (tx, key, moment) =>
    returnParcel(deps, tx, key, moment),
  );
}

type Ending = Parameters<typeof givenProof>[0] & {
  readonly at?: string | null;
  readonly place?: Point;
};

function addHandOver(api: DriverApi, deps: ParcelWorkDeps): void {
  api.post(
    '/driver/v1/parcels/:orderId/drop-out',
    {
      operationId: 'dropOutOfParcel',
      summary: 'I cannot take the parcel',
      description: 'Before the pick-up. It then waits for another driver.',
      params,
      data: ReasonData,
      refusals: ['ERR_ORDER_NOT_FOUND', 'ERR_INVALID_ORDER_STATUS'],
      answers: { 204: null },
    },
    async ({ driver, now, params: { orderId }, data: { at, reason }, once }) => {
      const moment = { at: orThrow(actionTime(at, now)), receivedAt: now };
      return once(async (tx) => {
        await dropOut(deps, tx, { orderId, driverId: driver.id }, moment, 'driver', reason);
        return noContent();
      });
    },
  );
  function ending<Data extends TSchema>(
    name: string,
    operationId: string,
    summary: string,
    data: Data,
    read: (given: Static<Data>) => Ending,
  ): void {
    api.post(
      `/driver/v1/parcels/:orderId/${name}`,
      {
        operationId,
        summary,
        params,
        data,
        bodyLimit: LARGEST_PROOF_BYTES,
        refusals: ['ERR_ORDER_NOT_FOUND', 'ERR_INVALID_ORDER_STATUS'],
        answers: parcel,
      },
      async ({ driver, now, params: { orderId }, data: given, once }) => {
        const { at, place, ...proof } = read(given as Static<Data>);
        const takenAt = orThrow(actionTime(at, now));
        // No picture is unpacked for a parcel that cannot be handed over.
        const outcome = proof.proof === 'FAILED' ? 'FAILED' : 'DELIVERED';
        const found = await deps.readParcel({ orderId, driverId: driver.id });
        orThrow(decideDropOff(found, { outcome }, { at: takenAt }));
        const evidence = await prepareEvidence(deps, orThrow(givenProof(proof, deps.failureReasons.dropOff)));
        const handOver = { orderId, driverId: driver.id, evidence, takenAt, receivedAt: now, point: place };
        return once(async (tx) => shown(tx, await handOverParcel(deps, tx, handOver)));
      },
    );
  }
  ending('deliver', 'deliverParcel', 'The parcel is handed over, with proof', HandOverData, (given) => given);
  ending('fail-delivery', 'failDelivery', 'The parcel could not be handed over', FailedDeliveryData, (given) => ({
    ...given,
    proof: 'FAILED',
  }));
}
