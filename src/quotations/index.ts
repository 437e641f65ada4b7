export type { QuotationDeps } from './create-quotation.ts';
export { previewCard } from './preview-card.ts';
export { addQuotationRoutes } from './quotations-http.ts';
