import type { RateCardDocument } from '../../../src/console/rates-wire.ts';
import { CheckBox } from '../../shared/desk/check-box.tsx';
import { MomentField } from '../../shared/desk/moment-field.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { type Surcharge, WEEKDAYS, withDayTurned, withFee, withHolidaysOnly } from '../rules/card-draft.ts';
import type { CardPartProps } from './card-part.ts';
import { FeeFields, feeFault } from './fee-fields.tsx';

/** What is added at some hours, on some days. */
export function CardSurcharges({ document, onChange, fault }: CardPartProps) {
  const { surcharges } = document;
  const set = (changed: RateCardDocument['surcharges']) => onChange({ ...document, surcharges: changed });
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Surcharges by the time of the pick-up</legend>
      {surcharges.length === 0 ? <p className="text-quiet">None.</p> : undefined}
      <div className="flex flex-col gap-4">
        {surcharges.map((surcharge, index) => (
          <SurchargeFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a surcharge is known by its place alone
            key={index}
            index={index}
            surcharge={surcharge}
            fault={fault}
            onChange={(changed) => set(surcharges.map((each, place) => (place === index ? changed : each)))}
            onRemove={() => set(surcharges.filter((_, place) => place !== index))}
          />
        ))}
      </div>
      <Button kind="quiet" size="small" onClick={() => set([...surcharges, { name: '', amount: '' }])}>
        Add a surcharge
      </Button>
    </fieldset>
  );
}

type SurchargeProps = {
  readonly index: number;
  readonly surcharge: Surcharge;
  readonly fault: CardPartProps['fault'];
  readonly onChange: (surcharge: Surcharge) => void;
  readonly onRemove: () => void;
};

function SurchargeFields({ index, surcharge, fault, onChange, onRemove }: SurchargeProps) {
  const at = `surcharges/${index}`;
  return (
    <div className="grid items-end gap-3 border-line not-last:border-b not-last:pb-4 sm:grid-cols-3 xl:grid-cols-6">
      <Field
        label="Name"
        aria-label={`Name of surcharge ${index + 1}`}
        fault={fault(`${at}/name`)}
        value={surcharge.name}
        onChange={({ target }) => onChange({ ...surcharge, name: target.value })}
      />
      <MomentField
        label="From"
        aria-label={`Surcharge ${index + 1} from`}
        type="time"
        fault={fault(`${at}/from`)}
        value={surcharge.from ?? ''}
        onChange={({ target }) => onChange({ ...surcharge, from: target.value })}
      />
      <MomentField
        label="To"
        aria-label={`Surcharge ${index + 1} to`}
        type="time"
        fault={fault(`${at}/to`)}
        value={surcharge.to ?? ''}
        onChange={({ target }) => onChange({ ...surcharge, to: target.value })}
      />
      <FeeFields
        name={`surcharge ${index + 1}`}
        fee={surcharge}
        fault={feeFault(fault, at)}
        onChange={(fee) => onChange(withFee(surcharge, fee))}
      />
      <Button kind="quietDanger" size="small" onClick={onRemove}>
        Remove<span className="sr-only"> surcharge {index + 1}</span>
      </Button>
      <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm sm:col-span-3 xl:col-span-6">
        {WEEKDAYS.map((day) => (
          <CheckBox
            key={day}
            label={day.slice(0, 1) + day.slice(1).toLowerCase()}
            checked={surcharge.days === undefined || surcharge.days.includes(day)}
            onTurn={() => onChange(withDayTurned(surcharge, day))}
          />
        ))}
        <CheckBox
          label="Public holidays only"
          checked={surcharge.holidays === true}
          onTurn={(on) => onChange(withHolidaysOnly(surcharge, on))}
        />
      </div>
    </div>
  );
}
