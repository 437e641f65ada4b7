import { type FormEvent, useState } from 'react';
import type { CardWire, RateCardDocument } from '../../../src/console/rates-wire.ts';
import { faultAt } from '../../shared/desk/calls.ts';
import { CheckBox } from '../../shared/desk/check-box.tsx';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Panel, Refused } from '../../shared/desk/page.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { TextArea } from '../../shared/desk/text-area.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { turned, WEEKDAYS, withoutEmpty } from '../rules/card-draft.ts';

type Props = {
  readonly card: CardWire;
  readonly path: string;
  /** Whose prices it begins with. */
  readonly version: number;
  readonly onClose: () => void;
  readonly onKept: (version: number) => void;
};

/** A change of a card, in a form or as JSON. */
export function CardForm(props: Props) {
  const { card, path, version } = props;
  const isCurrent = version === card.state.holds;
  const { data, refusal } = useData<{ readonly document: RateCardDocument }>(
    isCurrent ? undefined : `${path}/versions/${version}`,
  );
  const document = isCurrent ? card.document : data?.document;
  if (document === undefined) return refusal === undefined ? undefined : <Refused refusal={refusal} />;
  return <Draft {...props} first={document} />;
}

function Draft({ card, path, version, first, onClose, onKept }: Props & { readonly first: RateCardDocument }) {
  const calls = useCalls();
  const [document, setDocument] = useState(first);
  const [json, setJson] = useState<string>();
  const [isNoJson, setNoJson] = useState(false);
  const { act, busy, refusal } = useAct(
    (draft: unknown) => calls.post<{ readonly version: number }>(`${path}/drafts`, { document: draft }),
    {
      refresh: ['/rates'],
      done: 'The draft is kept. Nobody is charged by it yet.',
      onDone: (kept) => onKept(kept.version),
    },
  );
  const fault = (field: string) => faultAt(refusal, `document/${field}`);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (json === undefined) return act(withoutEmpty(document));
    const parsed = parsedJson(json);
    setNoJson(parsed === undefined);
    if (parsed !== undefined) act(parsed);
  }
  const begins = version === 0 ? 'what was shipped' : `version ${version}`;
  return (
    <Panel
      title="Draft a change"
      about={`It begins with ${begins}. Nobody is charged by a draft.`}
      actions={
        <Button
          kind="plain"
          size="small"
          onClick={() => {
            if (json === undefined) return setJson(JSON.stringify(withoutEmpty(document), null, 2));
            const parsed = parsedJson(json);
            setNoJson(parsed === undefined);
            if (parsed === undefined) return;
            setDocument(parsed as RateCardDocument);
            setJson(undefined);
          }}
        >
          {json === undefined ? 'Edit as JSON' : 'Edit in the form'}
        </Button>
      }
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {json === undefined ? (
          <Fields card={card} document={document} onChange={setDocument} fault={fault} />
        ) : (
          <TextArea
            label="The card"
            mono
            rows={24}
            spellCheck={false}
            fault={isNoJson ? 'This is not valid JSON.' : undefined}
            value={json}
            onChange={({ target }) => setJson(target.value)}
          />
        )}
        {refusal === undefined ? undefined : (
          <Notice tone="bad">
            <ul className="list-inside">
              {refusal.faults.map(({ sentence, pointer }) => (
                <li key={`${pointer} ${sentence}`}>
                  {pointer === undefined ? '' : <code>{pointer.replace('/data/document', '') || '/'}</code>} {sentence}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button kind="plain" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" busy={busy}>
            Keep as a draft
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type FieldsProps = {
  readonly card: CardWire;
  readonly document: RateCardDocument;
  readonly onChange: (document: RateCardDocument) => void;
  readonly fault: (field: string) => string | undefined;
};

const GRID = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-4';

function Fields(props: FieldsProps) {
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
        {text('driverShare', 'Driver’s share', '0.8 where it is empty')}
        <Field
          label="Rounded to"
          inputMode="decimal"
          fault={fault('rounding/step')}
          value={document.rounding.step}
          onChange={({ target }) => onChange({ ...document, rounding: { ...document.rounding, step: target.value } })}
        />
      </div>
      <Tiers {...props} />
      <Surcharges {...props} />
      <Requests {...props} />
    </>
  );
}

/** Where it is no number, the server says so beside the field. */
function numberIn(text: string): number {
  const number = Number(text.replaceAll(/[\s,]/g, ''));
  return Number.isFinite(number) ? number : (text as unknown as number);
}

function Tiers({ card, document, onChange, fault }: FieldsProps) {
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
      <Button
        kind="quiet"
        size="small"
        onClick={() => {
          const last = tiers.at(-1) ?? { perKm: '0' };
          const end = (tiers.at(-2)?.upToMeters ?? document.includedMeters) + 5_000;
          set([...tiers.slice(0, -1), { upToMeters: end, perKm: last.perKm }, last]);
        }}
      >
        Add a tier
      </Button>
    </fieldset>
  );
}

type Fee = { readonly amount?: string; readonly share?: string };
const FEES = [
  { value: 'amount', title: 'Amount' },
  { value: 'share', title: 'Share of the fare' },
];

type FeeProps = {
  readonly name: string;
  readonly fee: Fee;
  readonly fault: string | undefined;
  readonly onChange: (fee: Fee) => void;
};

/** A fixed amount, or a share of base, mileage and stops. */
function FeeFields({ name, fee, fault, onChange }: FeeProps) {
  const kind = fee.share === undefined ? 'amount' : 'share';
  return (
    <>
      <Select
        label="Kind"
        aria-label={`Kind of fee, ${name}`}
        choices={FEES}
        value={kind}
        onChoose={(chosen) => onChange({ [chosen]: fee[kind] ?? '' })}
      />
      <Field
        label="Fee"
        aria-label={`Fee, ${name}`}
        inputMode="decimal"
        fault={fault}
        value={fee[kind] ?? ''}
        onChange={({ target }) => onChange({ [kind]: target.value })}
      />
    </>
  );
}

function feeFault(fault: FieldsProps['fault'], at: string): string | undefined {
  return fault(`${at}/amount`) ?? fault(`${at}/share`) ?? fault(at);
}

function Surcharges({ document, onChange, fault }: FieldsProps) {
  const { surcharges } = document;
  const set = (changed: RateCardDocument['surcharges']) => onChange({ ...document, surcharges: changed });
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Surcharges by the time of the pick-up</legend>
      {surcharges.length === 0 ? <p className="text-quiet">None.</p> : undefined}
      <div className="flex flex-col gap-4">
        {surcharges.map((surcharge, index) => {
          const at = `surcharges/${index}`;
          const change = (one: Partial<(typeof surcharges)[number]>) =>
            set(surcharges.map((each, place) => (place === index ? { ...each, ...one } : each)));
          const { amount: _amount, share: _share, ...rest } = surcharge;
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a surcharge is known by its place alone
              key={index}
              className="grid items-end gap-3 border-line not-last:border-b not-last:pb-4 sm:grid-cols-3 xl:grid-cols-6"
            >
              <Field
                label="Name"
                aria-label={`Name of surcharge ${index + 1}`}
                fault={fault(`${at}/name`)}
                value={surcharge.name}
                onChange={({ target }) => change({ name: target.value })}
              />
              <Field
                label="From"
                aria-label={`Surcharge ${index + 1} from`}
                type="time"
                fault={fault(`${at}/from`)}
                value={surcharge.from ?? ''}
                onChange={({ target }) => change({ from: target.value })}
              />
              <Field
                label="To"
                aria-label={`Surcharge ${index + 1} to`}
                type="time"
                fault={fault(`${at}/to`)}
                value={surcharge.to ?? ''}
                onChange={({ target }) => change({ to: target.value })}
              />
              <FeeFields
                name={`surcharge ${index + 1}`}
                fee={surcharge}
                fault={feeFault(fault, at)}
                onChange={(fee) => set(surcharges.map((each, place) => (place === index ? { ...rest, ...fee } : each)))}
              />
              <Button
                kind="quietDanger"
                size="small"
                onClick={() => set(surcharges.filter((_, place) => place !== index))}
              >
                Remove<span className="sr-only"> surcharge {index + 1}</span>
              </Button>
              <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm sm:col-span-3 xl:col-span-6">
                {WEEKDAYS.map((day) => (
                  <CheckBox
                    key={day}
                    label={day.slice(0, 1) + day.slice(1).toLowerCase()}
                    checked={surcharge.days === undefined || surcharge.days.includes(day)}
                    onTurn={() => {
                      const { days: _, ...without } = surcharge;
                      const days = turned(surcharge.days, day);
                      set(
                        surcharges.map((each, place) =>
                          place !== index ? each : days === undefined ? without : { ...without, days },
                        ),
                      );
                    }}
                  />
                ))}
                <CheckBox
                  label="Public holidays only"
                  checked={surcharge.holidays === true}
                  onTurn={(on) => {
                    const { holidays: _, ...without } = surcharge;
                    set(
                      surcharges.map((each, place) =>
                        place !== index ? each : on ? { ...without, holidays: true } : without,
                      ),
                    );
                  }}
                />
              </div>
            </div>
          );
        })}
      </div>
      <Button kind="quiet" size="small" onClick={() => set([...surcharges, { name: '', amount: '' }])}>
        Add a surcharge
      </Button>
    </fieldset>
  );
}

function Requests({ card, document, onChange, fault }: FieldsProps) {
  if (card.specialRequests.length === 0) return undefined;
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Special requests</legend>
      <div className="grid gap-x-6 gap-y-3 xl:grid-cols-2">
        {card.specialRequests.map(({ name, description }) => (
          <div key={name} className="grid items-end gap-3 sm:grid-cols-[1fr_10rem_8rem]">
            <p className="self-center text-sm">
              {description} <code className="block text-[13px] text-quiet">{name}</code>
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
