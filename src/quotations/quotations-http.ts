import { Type } from 'typebox';
import { createdJson, ok, okJson, type PartnerApi } from '../infrastructure/http/partner-api.ts';
import { Text } from '../infrastructure/http/schema.ts';
import { isOnline, type MarketCatalogue } from '../markets/index.ts';
import { createQuotation, type QuotationDeps } from './create-quotation.ts';
import { ExplanationWire, QuotationData, QuotationWire, quotationToWire } from './quotations-wire.ts';
import { type ReadingDeps, readExplanation, readQuotation } from './read-quotation.ts';
import { findFieldFaults } from './rules/check-request.ts';

export function addQuotationRoutes(
  partnerApi: PartnerApi,
  deps: QuotationDeps & ReadingDeps,
  catalogue: MarketCatalogue,
): void {
  const common = { platform: 'ON_DEMAND', tag: 'Quotations' } as const;
  const params = Type.Object({ quotationId: Text('A quotation of yours; also after its expiry and use') });

  partnerApi.post(
    '/v3/quotations',
    {
      ...common,
      limit: 'PostQuotation',
      operationId: 'createQuotation',
      summary: 'Ask for a price',
      description: 'An order can be placed with it for 5 minutes.',
      data: QuotationData,
      furtherFaults: (data, { market, now }) =>
        findFieldFaults(data, catalogue.market(market), now, (request) => isOnline(request, now)),
      harmlessToRepeat: true,
      missingDataCode: 'ERR_INSUFFICIENT_STOPS',
      refusals: [
        'ERR_INSUFFICIENT_STOPS',
        'ERR_TOO_MANY_STOPS',
        'ERR_INVALID_SERVICE_TYPE',
        'ERR_INVALID_SPECIAL_REQUEST',
        'ERR_INVALID_SCHEDULE_TIME',
        'ERR_OUT_OF_SERVICE_AREA',
        'ERR_REVERSE_GEOCODE_FAILURE',
      ],
      answers: { 201: QuotationWire },
    },
    async ({ partner, market, now, data }) => {
      const asker = { partnerId: partner.id, market: catalogue.market(market), now };
      return createdJson(JSON.stringify(quotationToWire(await createQuotation(deps, asker, data))));
    },
  );

  partnerApi.get(
    '/v3/quotations/:quotationId',
    {
      ...common,
      limit: 'GetQuotation',
      operationId: 'getQuotation',
      summary: 'Read a quotation',
      params,
      readWhileCounted: true,
      refusals: ['ERR_NOT_FOUND', 'ERR_INVALID_QUOTATION_ID'],
      answers: { 200: QuotationWire },
    },
    async ({ partner, params: { quotationId } }) =>
      okJson(JSON.stringify(quotationToWire(await readQuotation(deps, partner, quotationId)))),
  );

  partnerApi.get(
    '/v3/quotations/:quotationId/explanation',
    {
      ...common,
      limit: 'GetOrder',
      operationId: 'explainQuotation',
      summary: 'Why this price',
      params,
      refusals: ['ERR_NOT_FOUND', 'ERR_INVALID_QUOTATION_ID'],
      answers: { 200: ExplanationWire },
    },
    async ({ partner, params: { quotationId } }) => ok(await readExplanation(deps, partner, quotationId)),
  );
}
