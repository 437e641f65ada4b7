export { previewCard } from './preview-card.ts';
export { addQuotationRoutes } from './quotations-http.ts';
