import type { RateCardDocument } from '../../../src/console/rates-wire.ts';

/** What may be left out and was left empty is left out. */
export function withoutEmpty(document: RateCardDocument): RateCardDocument {
  const { adminFee, driverShare, surcharges, ...rest } = document;
  return {
    ...rest,
    ...(isEmpty(adminFee) ? {} : { adminFee }),
    ...(isEmpty(driverShare) ? {} : { driverShare }),
    surcharges: surcharges.map(({ from, to, ...surcharge }) => ({
      ...surcharge,
      ...(isEmpty(from) ? {} : { from }),
      ...(isEmpty(to) ? {} : { to }),
    })),
  };
}

function isEmpty(text: string | undefined): text is '' | undefined {
  return text === undefined || text.trim() === '';
}
