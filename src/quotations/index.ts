export { previewCard } from './preview-card.ts';
export { cityOf, type PricingDeps, priceStops } from './price-stops.ts';
export { addQuotationRoutes } from './quotations-http.ts';
export { findQuotationRecords, type QuotationRecord } from './quotations-sql.ts';
export { isSoundStop } from './rules/check-request.ts';
export { explainPrice, pricesOf } from './rules/explanation.ts';
export type { Coordinates, Quotation, Stop } from './rules/quotation.ts';
export { vehicleOf } from './rules/requested-service.ts';
export { readStop } from './rules/requested-stop.ts';
