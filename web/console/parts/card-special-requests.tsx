import type { CardPartProps } from './card-part.ts';
import { FeeFields, feeFault } from './fee-fields.tsx';

/** A fee for each special request that the service offers. */
export function CardSpecialRequests({ card, document, onChange, fault }: CardPartProps) {
  if (card.specialRequests.length === 0) return undefined;
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Special requests</legend>
      <div className="grid gap-x-6 gap-y-3 xl:grid-cols-2">
        {card.specialRequests.map(({ name, description }) => (
          <div key={name} className="grid items-end gap-3 sm:grid-cols-[1fr_10rem_8rem]">
            <p className="self-center text-sm">
              {description} <code className="block text-fine text-quiet">{name}</code>
            </p>
            <FeeFields
              name={name}
              fee={document.specialRequests[name] ?? {}}
              fault={feeFault(fault, `specialRequests/${name}`)}
              onChange={(fee) =>
                onChange({ ...document, specialRequests: { ...document.specialRequests, [name]: fee } })
              }
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
