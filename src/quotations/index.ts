export { createQuotation, createQuotationKeeper, type QuotationDeps } from './create-quotation.ts';
export { placeStops } from './place-stops.ts';
export { previewArea } from './preview-area.ts';
export { previewCard } from './preview-card.ts';
export { cityOf, type PricingDeps, priceStops } from './price-stops.ts';
export { eraseQuotations, findQuotation, findQuotationRecords, type QuotationRecord } from './quotations-sql.ts';
export {
  DistanceWire,
  explainedDriverFields,
  explanationFields,
  ItemData,
  KeptItem,
  NewStop,
  PriceBreakdown,
  PriceWire,
  placeFields,
  StopForm,
  stopCountFaultCodes,
  stopFields,
  stopsFaultCodes,
} from './quotations-wire.ts';
export { type Reader, readableBy } from './read-quotation.ts';
export { type CardPreview, CHANGE_STEPS, changeOf } from './rules/card-preview.ts';
export { isSoundStop } from './rules/check-request.ts';
export { eraseStops } from './rules/erasure.ts';
export { explainPrice, pricesOf } from './rules/explanation.ts';
export type { Coordinates, Quotation, Stop } from './rules/quotation.ts';
export { vehicleOf } from './rules/requested-service.ts';
export { pointOf, type RequestedStop, readStop, type StopWire } from './rules/requested-stop.ts';
