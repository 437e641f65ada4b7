import { type FormEvent, useState } from 'react';
import { inWords } from '../../../src/foundation/in-words.ts';
import type { MarketRow } from '../../../src/portal/places-wire.ts';
import { faultAt, faultBeside, type Refusal } from '../../shared/desk/calls.ts';
import { CheckBox } from '../../shared/desk/check-box.tsx';
import { useCalls } from '../../shared/desk/desk.tsx';
import { isHalfFilled, MomentField } from '../../shared/desk/moment-field.tsx';
import { Panel } from '../../shared/desk/page.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { FieldFault } from '../../shared/ui/labelled.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { type DraftStop, stopsToWire } from '../rules/draft-order.ts';
import type { Quotation } from './order-quoted.tsx';
import { newKey, StopEditor } from './stop-editor.tsx';

type SpecialRequest = { readonly name: string; readonly description: string; readonly effective_time: string };
type Service = {
  readonly key: string;
  readonly description: string;
  readonly specialRequests: readonly SpecialRequest[];
};
type CityOffer = { readonly locode: string; readonly name: string; readonly services: readonly Service[] };
type Draft = {
  readonly market: string;
  readonly locode: string;
  readonly service: string;
  readonly requests: readonly string[];
  readonly stops: readonly DraftStop[];
  readonly isOptimized: boolean;
  readonly scheduleAt: string;
};

export function emptyDraft(market: MarketRow): Draft {
  return {
    market: market.market,
    locode: market.cities[0]?.locode ?? '',
    service: '',
    requests: [],
    stops: [
      { key: newKey(), address: '', point: undefined },
      { key: newKey(), address: '', point: undefined },
    ],
    isOptimized: false,
    scheduleAt: '',
  };
}

type WishProps = {
  readonly markets: readonly MarketRow[];
  readonly market: MarketRow;
  readonly draft: Draft;
  readonly onChange: (change: (draft: Draft) => Partial<Draft>) => void;
  readonly onQuoted: (quotation: Quotation) => void;
};

/** What is to be delivered, from where and to where; then there is a price. */
export function Wish({ markets, market, draft, onChange, onQuoted }: WishProps) {
  const calls = useCalls();
  const { data: offers } = useData<readonly CityOffer[]>('/cities', { market: draft.market });
  const city = market.cities.find(({ locode }) => locode === draft.locode) ?? market.cities[0];
  const services = offers?.find(({ locode }) => locode === city?.locode)?.services ?? [];
  const service = services.find(({ key }) => key === draft.service) ?? services[0];
  const [sentKeys, setSentKeys] = useState<readonly string[]>([]);
  const { act, busy, refusal } = useAct(
    () => {
      setSentKeys(draft.stops.map(({ key }) => key));
      return calls.post<Quotation>(`/quotations?market=${draft.market}`, {
        serviceType: service?.key ?? '',
        language: market.languages[0],
        stops: stopsToWire(draft.stops),
        isRouteOptimized: draft.isOptimized,
        specialRequests: draft.requests.filter((name) => service?.specialRequests.some((each) => each.name === name)),
        ...(draft.scheduleAt === '' ? {} : { scheduleAt: new Date(draft.scheduleAt).toISOString() }),
      });
    },
    { onDone: onQuoted },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isHalfFilled(event.currentTarget)) act();
  };
  const shown = ['scheduleAt', ...sentKeys.flatMap((_, place) => stopFields(place))];
  const beside = faultBeside(refusal, shown);
  const toggle = (name: string, on: boolean) =>
    onChange(({ requests }) => ({ requests: on ? [...requests, name] : requests.filter((each) => each !== name) }));
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Panel title="What kind of delivery">
        <div className="grid gap-4 sm:grid-cols-3">
          {markets.length > 1 ? (
            <Select
              label="Market"
              choices={markets.map(({ market: value, name: title }) => ({ value, title }))}
              value={draft.market}
              onChoose={(value) =>
                onChange(() => ({
                  market: value,
                  locode: markets.find((each) => each.market === value)?.cities[0]?.locode ?? '',
                }))
              }
            />
          ) : undefined}
          <Select
            label="City"
            choices={market.cities.map(({ locode: value, name: title }) => ({ value, title }))}
            value={city?.locode ?? ''}
            onChoose={(locode) => onChange(() => ({ locode }))}
          />
          <Select
            label="Service"
            choices={services.map(({ key: value }) => ({ value, title: inWords(value) }))}
            hint={service?.description}
            value={service?.key ?? ''}
            onChoose={(key) => onChange(() => ({ service: key }))}
          />
          <MomentField
            label="Pick-up"
            type="datetime-local"
            hint="By your own clock; empty for at once."
            value={draft.scheduleAt}
            fault={faultAt(refusal, 'scheduleAt')}
            onChange={({ target }) => onChange(() => ({ scheduleAt: target.value }))}
          />
        </div>
        {service === undefined || service.specialRequests.length === 0 ? undefined : (
          <fieldset className="mt-4">
            <legend className="mb-2 font-medium">Special requests</legend>
            <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
              {service.specialRequests
                .filter(({ effective_time }) => effective_time === '')
                .map(({ name, description }) => (
                  <CheckBox
                    key={name}
                    label={description}
                    checked={draft.requests.includes(name)}
                    onTurn={(on) => toggle(name, on)}
                  />
                ))}
            </div>
          </fieldset>
        )}
      </Panel>
      <Panel title="Where from and where to">
        <StopEditor
          market={draft.market}
          corners={city?.corners ?? []}
          stops={draft.stops}
          faultOf={(key) => stopFault(refusal, sentKeys.indexOf(key))}
          onChange={(change) => onChange(({ stops }) => ({ stops: change(stops) }))}
        />
        <div className="mt-4">
          <CheckBox
            label="Put the drop-offs in the shortest order"
            checked={draft.isOptimized}
            onTurn={(isOptimized) => onChange(() => ({ isOptimized }))}
          />
        </div>
      </Panel>
      {beside === undefined ? undefined : <Notice tone="bad">{beside}</Notice>}
      <div>
        <Button type="submit" busy={busy}>
          See the price
        </Button>
      </div>
    </form>
  );
}

const PLACE_FIELDS = ['', '/address', '/coordinates', '/coordinates/lat', '/coordinates/lng'];
const stopFields = (place: number) => PLACE_FIELDS.map((field) => `stops/${place}${field}`);

function stopFault(refusal: Refusal | undefined, place: number): FieldFault | undefined {
  return stopFields(place)
    .map((field) => faultAt(refusal, field))
    .find((fault) => fault !== undefined);
}
