import type { RateCardDocument } from '../../../src/console/rates-wire.ts';
import { USUAL_DRIVER_SHARE } from '../../../src/pricing/rules/driver-fare.ts';
import { Field } from '../../shared/ui/field.tsx';
import { numberIn } from '../rules/card-draft.ts';
import type { CardPartProps } from './card-part.ts';
import { CardSpecialRequests } from './card-special-requests.tsx';
import { CardSurcharges } from './card-surcharges.tsx';
import { CardTiers } from './card-tiers.tsx';

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-4';

/** What a card says, each in a field of its own. */
export function CardFields(props: CardPartProps) {
  const { card, document, onChange, fault } = props;
  const text = (name: keyof RateCardDocument, label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      inputMode="decimal"
      fault={fault(name)}
      value={String(document[name] ?? '')}
      onChange={({ target }) => onChange({ ...document, [name]: target.value })}
    />
  );
  return (
    <>
      <div className={GRID}>
        {text('baseFare', `Base fare (${card.currency})`)}
        <Field
          label="Meters included"
          inputMode="numeric"
          fault={fault('includedMeters')}
          value={document.includedMeters}
          onChange={({ target }) => onChange({ ...document, includedMeters: numberIn(target.value) })}
        />
        {text('extraStop', 'Each further stop')}
        {text('minimumFare', 'At least')}
        {text('vatRate', 'VAT', 'A share: 0.07 is 7 %')}
        {text('adminFee', 'Admin fee')}
        {text('driverShare', 'Driver’s share', `${USUAL_DRIVER_SHARE} where it is empty`)}
        <Field
          label="Rounded to"
          inputMode="decimal"
          fault={fault('rounding/step')}
          value={document.rounding.step}
          onChange={({ target }) => onChange({ ...document, rounding: { ...document.rounding, step: target.value } })}
        />
      </div>
      <CardTiers {...props} />
      <CardSurcharges {...props} />
      <CardSpecialRequests {...props} />
    </>
  );
}
