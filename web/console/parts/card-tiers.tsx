import type { RateCardDocument } from '../../../src/console/rates-wire.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { numberIn, withTierMore } from '../rules/card-draft.ts';
import type { CardPartProps } from './card-part.ts';

/** What a kilometer costs, nearer and farther. */
export function CardTiers({ card, document, onChange, fault }: CardPartProps) {
  const tiers = document.distanceTiers;
  const set = (changed: RateCardDocument['distanceTiers']) => onChange({ ...document, distanceTiers: changed });
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Per kilometer, after the meters included</legend>
      <div className="flex flex-col gap-2">
        {tiers.map((tier, index) => {
          const isLast = index === tiers.length - 1;
          const change = (one: (typeof tiers)[number]) => set(tiers.map((each, at) => (at === index ? one : each)));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a tier is known by its place alone
            <div key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-3 sm:max-w-xl">
              {isLast ? (
                <p className="self-center text-quiet">{tiers.length === 1 ? 'Any distance' : 'Beyond that'}</p>
              ) : (
                <Field
                  label={`Up to meters, tier ${index + 1}`}
                  inputMode="numeric"
                  fault={fault(`distanceTiers/${index}/upToMeters`)}
                  value={tier.upToMeters ?? ''}
                  onChange={({ target }) => change({ ...tier, upToMeters: numberIn(target.value) })}
                />
              )}
              <Field
                label={`${card.currency} a km, tier ${index + 1}`}
                inputMode="decimal"
                fault={fault(`distanceTiers/${index}/perKm`)}
                value={tier.perKm}
                onChange={({ target }) => change({ ...tier, perKm: target.value })}
              />
              <Button
                kind="quietDanger"
                size="small"
                className={isLast ? 'invisible' : ''}
                disabled={isLast}
                onClick={() => set(tiers.filter((_, at) => at !== index))}
              >
                Remove<span className="sr-only"> tier {index + 1}</span>
              </Button>
            </div>
          );
        })}
      </div>
      <Button kind="quiet" size="small" onClick={() => set(withTierMore(document))}>
        Add a tier
      </Button>
    </fieldset>
  );
}
