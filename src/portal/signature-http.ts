import type { DeskApi } from '../accounts/index.ts';
import { ERRORS } from '../foundation/error-codes.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { ok } from '../infrastructure/http/partner-api.ts';
import type { ExamineCall } from '../partners/index.ts';
import { examinePaste } from './examine-paste.ts';
import { PasteData, ReportWire, reportToWire } from './signature-wire.ts';

/** JSON writes one character as up to six. */
const BODY_LIMIT_BYTES = 2 * 1024 * 1024;

export function addSignatureRoutes(api: DeskApi<'portal'>, examine: ExamineCall): void {
  api.post(
    '/portal/v1/signature',
    { may: 'look', data: PasteData, bodyLimit: BODY_LIMIT_BYTES, answers: { 200: ReportWire } },
    async ({ partnerId, data: { request }, now }) => {
      const examined = await examinePaste((call) => examine(partnerId, call), request, now);
      if ('accepted' in examined) return ok(reportToWire(examined.accepted));
      const { refused, sentence = ERRORS[examined.refused].sentence } = examined;
      throw new DeliveryError(refused, sentence, '/data/request');
    },
  );
}
