import { Type } from 'typebox';
import { findDriver } from '../drivers/index.ts';
import { refuseFaults } from '../foundation/errors.ts';
import type { Instant } from '../foundation/time.ts';
import { created, noContent, ok, type PartnerApi } from '../infrastructure/http/partner-api.ts';
import { Text } from '../infrastructure/http/schema.ts';
import { phoneFormFault } from '../markets/index.ts';
import { orderKeyOf } from '../orders/index.ts';
import { batchToWire, type LabelDeps, orderLabels, readBatch } from './batch-labels.ts';
import { createQuotation, type QuotationDeps } from './create-quotation.ts';
import { cancelParcel } from './drive-parcel.ts';
import { type EditDeps, editParcel, findEditFaults } from './edit-parcel.ts';
import { findParcelFaults } from './parcel-request.ts';
import { type PlacementDeps, placeParcel } from './place-parcel.ts';
import {
  BatchData,
  BatchWire,
  EditData,
  ParcelData,
  ParcelWire,
  QuotationData,
  QuotationWire,
  RecordWire,
} from './plus-wire.ts';
import { findQuotationFaults } from './quotation-request.ts';
import { readParcelByRef } from './read-parcel.ts';
import { readPlusQuotation } from './read-quotation.ts';
import type { Parcel } from './rules/parcel.ts';
import { type PlusLinks, parcelView, quotationView, recordView } from './rules/parcel-view.ts';

export type PlusDeps = { readonly linksAt: (now: Instant) => PlusLinks } & QuotationDeps &
  PlacementDeps &
  EditDeps &
  LabelDeps;

const common = { platform: 'PLUS', tag: 'Plus' } as const;
const params = Type.Object({ orderId: Text('An order of yours') });

export function addPlusRoutes(partnerApi: PartnerApi, deps: PlusDeps): void {
  addQuotations(partnerApi, deps);
  addReading(partnerApi, deps);
  addChanging(partnerApi, deps);
  addLabels(partnerApi, deps);
}

function addQuotations(partnerApi: PartnerApi, deps: PlusDeps): void {
  partnerApi.post(
    '/v3/quotations',
    {
      ...common,
      limit: 'PostQuotation',
      operationId: 'createQuotation',
      summary: 'Ask for a scheduled delivery',
      data: QuotationData,
      furtherFaults: (data, { now }) => findQuotationFaults(data, now),
      harmlessToRepeat: true,
      missingDataCode: 'ERR_INSUFFICIENT_STOPS',
      refusals: [
        'ERR_INSUFFICIENT_STOPS',
        'ERR_TOO_MANY_STOPS',
        'ERR_INVALID_SERVICE_TYPE',
        'ERR_INVALID_SCHEDULE_TIME',
        'ERR_OUT_OF_SERVICE_AREA',
        'ERR_REVERSE_GEOCODE_FAILURE',
      ],
      answers: { 201: QuotationWire },
    },
    async ({ partner, market, now, data }) => {
      const asker = { partnerId: partner.id, market: deps.catalogue.market(market), now };
      return created(quotationView(await createQuotation(deps, asker, data)));
    },
  );
  partnerApi.get(
    '/v3/quotations/:quotationId',
    {
      ...common,
      limit: 'GetQuotation',
      operationId: 'getQuotation',
      summary: 'Read a scheduled quotation',
      params: Type.Object({ quotationId: Text('A quotation of yours; also after its expiry and use') }),
      readWhileCounted: true,
      refusals: ['ERR_NOT_FOUND', 'ERR_INVALID_QUOTATION_ID'],
      answers: { 200: QuotationWire },
    },
    async ({ partner, params: { quotationId } }) =>
      ok(quotationView(await readPlusQuotation(deps.database, partner, quotationId))),
  );
}

function addReading(partnerApi: PartnerApi, deps: PlusDeps): void {
  const view = (parcel: Parcel, now: Instant) => ok(parcelView(parcel, deps.linksAt(now)));
  partnerApi.get(
    '/v3/orders/:orderId',
    {
      ...common,
      limit: 'GetOrder',
      operationId: 'getOrder',
      summary: 'Read a parcel',
      params,
      readWhileCounted: true,
      refusals: ['ERR_ORDER_NOT_FOUND', 'ERR_ORDER_OF_ANOTHER_PARTNER'],
      answers: { 200: ParcelWire },
    },
    async ({ partner, now, params: { orderId } }) => view(await deps.readParcel(orderKeyOf(partner, orderId)), now),
  );
  partnerApi.get(
    '/v3/orders/ref/:clientRef',
    {
      ...common,
      limit: 'GetOrder',
      operationId: 'getOrderByClientRef',
      summary: 'Read a parcel by your own reference',
      description: 'The reference is percent-encoded, also its slashes.',
      params: Type.Object({ clientRef: Text('The `clientRef` of an order of yours') }),
      refusals: ['ERR_NOT_FOUND', 'ERR_ORDER_NOT_FOUND', 'ERR_ORDER_OF_ANOTHER_PARTNER'],
      answers: { 200: ParcelWire },
    },
    async ({ partner, now, params: { clientRef } }) =>
      view(await readParcelByRef(deps.database, partner, clientRef), now),
  );
}

function addChanging(partnerApi: PartnerApi, deps: PlusDeps): void {
  partnerApi.post(
    '/v3/orders',
    {
      ...common,
      limit: 'PostOrder',
      operationId: 'placeOrder',
      summary: 'Place a parcel',
      data: ParcelData,
      furtherFaults: (data, { market }) => findParcelFaults(data, deps.phoneFault(market)),
      refusals: ['ERR_INVALID_QUOTATION_ID', 'ERR_INVALID_PHONE_NUMBER'],
      answers: { 201: ParcelWire },
    },
    async ({ partner, market, now, clockAheadMs, data, once }) => {
      refuseFaults(findParcelFaults(data, deps.phoneFault(market)));
      const asker = { partnerId: partner.id, market, now, clockAheadMs };
      return once(async (tx) => created(parcelView(await placeParcel(deps, tx, asker, data), deps.linksAt(now))));
    },
  );
  partnerApi.patch(
    '/v3/orders/:orderId',
    {
      ...common,
      limit: 'PatchOrder',
      operationId: 'editOrder',
      summary: 'Change times, stops, item or metadata of a parcel',
      description: 'While it is in progress. Item and metadata stay as they are where they are left out.',
      params,
      data: EditData,
      // The market of the parcel may be another than the header's.
      furtherFaults: (data, { now }) => findEditFaults(data, phoneFormFault, now),
      refusals: [
        'ERR_ORDER_NOT_FOUND',
        'ERR_ORDER_OF_ANOTHER_PARTNER',
        'ERR_INVALID_ORDER_STATUS',
        'ERR_INVALID_SCHEDULE_TIME',
        'ERR_INSUFFICIENT_STOPS',
        'ERR_TOO_MANY_STOPS',
        'ERR_INVALID_PHONE_NUMBER',
        'ERR_OUT_OF_SERVICE_AREA',
        'ERR_REVERSE_GEOCODE_FAILURE',
      ],
      answers: { 201: RecordWire },
    },
    async ({ partner, now, params: { orderId }, data, once }) =>
      editParcel(deps, orderKeyOf(partner, orderId), now, data, 'partner', (work) =>
        once(async (tx) => {
          const parcel = await work(tx);
          const driver = parcel.driverId === undefined ? undefined : await findDriver(tx, parcel.driverId);
          return created(
            recordView(parcel, deps.linksAt(now), {
              cityName: deps.catalogue.city(parcel.locode)?.name ?? parcel.locode,
              driver: driver && { id: driver.id, name: driver.name },
            }),
          );
        }),
      ),
  );
  partnerApi.delete(
    '/v3/orders/:orderId',
    {
      ...common,
      limit: 'DeleteOrder',
      operationId: 'cancelOrder',
      summary: 'Cancel a parcel',
      params,
      ignoresBody: true,
      refusals: ['ERR_ORDER_NOT_FOUND', 'ERR_ORDER_OF_ANOTHER_PARTNER', 'ERR_CANCELLATION_FORBIDDEN'],
      answers: { 204: null },
    },
    async ({ partner, now, params: { orderId }, once }) =>
      once(async (tx) => {
        await cancelParcel(deps, tx, orderKeyOf(partner, orderId), now, 'partner');
        return noContent();
      }),
  );
}

function addLabels(partnerApi: PartnerApi, deps: PlusDeps): void {
  partnerApi.post(
    '/v3/labels',
    {
      ...common,
      limit: 'PostOrder',
      operationId: 'createLabels',
      summary: 'Labels of many parcels as one PDF',
      data: BatchData,
      refusals: ['ERR_NOT_FOUND'],
      answers: { 201: BatchWire },
    },
    async ({ partner, now, clockAheadMs, data, once }) =>
      once(async (tx) =>
        created(
          batchToWire(
            await orderLabels(deps, tx, partner, data.orderIds.map(String), now - clockAheadMs),
            deps.linksAt(now),
          ),
        ),
      ),
  );
  partnerApi.get(
    '/v3/labels/:labelBatchId',
    {
      ...common,
      limit: 'GetOrder',
      operationId: 'getLabels',
      summary: 'Whether the PDF is there, and where',
      params: Type.Object({ labelBatchId: Text('As it was answered when they were asked for') }),
      refusals: ['ERR_NOT_FOUND'],
      answers: { 200: BatchWire },
    },
    async ({ partner, now, params: { labelBatchId } }) =>
      ok(batchToWire(await readBatch(deps.database, partner, labelBatchId), deps.linksAt(now))),
  );
}
