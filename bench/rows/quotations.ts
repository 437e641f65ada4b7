import type { Row } from '../row.ts';
import { compareWithBareServer } from '../support/bare.ts';
import { createQuotationCalls } from '../support/quotations.ts';

export const QUOTATIONS: Row = {
  row: 3,
  name: 'quotations',
  what: 'POST /v3/quotations a second, 2 stops, stored, 64 connections',
  against: 'a bare HTTPS server that checks the same HMAC, parses the body and answers the same bytes',
  bar: 0.4,
  moonshot: 0.7,
  better: 'higher',
  measure: async (effort) =>
    compareWithBareServer(effort, await effort.production(), createQuotationCalls({ dropOffs: 1 })),
};
