import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { MarketRow } from '../../../src/portal/places-wire.ts';
import { faultAt, faultBeside, type Refusal } from '../../shared/desk/calls.ts';
import { CheckBox } from '../../shared/desk/check-box.tsx';
import { useCalls } from '../../shared/desk/desk.tsx';
import { isHalfFilled, MomentField } from '../../shared/desk/moment-field.tsx';
import { Page, Panel } from '../../shared/desk/page.tsx';
import { inWords } from '../../shared/desk/rules/in-words.ts';
import type { PriceExplanation } from '../../shared/desk/rules/price-words.ts';
import { Select } from '../../shared/desk/select.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/card.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Countdown } from '../parts/countdown.tsx';
import { PriceTable } from '../parts/price-panel.tsx';
import { newKey, StopEditor } from '../parts/stop-editor.tsx';
import { useMarkets } from '../parts/use-markets.ts';
import {
  type Contact,
  contactsToWire,
  type DraftStop,
  NO_CONTACT,
  placeKeys,
  stopsToWire,
} from '../rules/draft-order.ts';

type SpecialRequest = { readonly name: string; readonly description: string; readonly effective_time: string };
type Service = {
  readonly key: string;
  readonly description: string;
  readonly specialRequests: readonly SpecialRequest[];
};
type CityOffer = { readonly locode: string; readonly name: string; readonly services: readonly Service[] };
type Quotation = {
  readonly quotationId: string;
  readonly expiresAt: string;
  readonly scheduleAt: string;
  readonly stops: readonly {
    readonly stopId: string;
    readonly address: string;
    readonly coordinates: { readonly lat: string; readonly lng: string };
  }[];
  readonly priceBreakdown: { readonly total: string; readonly currency: string };
};
type Draft = {
  readonly market: string;
  readonly locode: string;
  readonly service: string;
  readonly requests: readonly string[];
  readonly stops: readonly DraftStop[];
  readonly isOptimized: boolean;
  readonly scheduleAt: string;
};

/** What is written beside the price; it stays while that is asked for again. */
type Details = {
  /** By place. */
  readonly contacts: Readonly<Record<string, Contact>>;
  readonly isProofWanted: boolean;
  readonly reference: string;
};

export function NewOrder() {
  const markets = useMarkets();
  const back = { href: '/orders', title: 'Orders' };
  return (
    <Page title="Place an order" back={back} about="Nothing is ordered before you have seen the price.">
      {markets === undefined ? <Skeleton className="h-96" /> : undefined}
      {markets?.length === 0 ? <p className="text-quiet">No market is open for you yet.</p> : undefined}
      {markets?.[0] === undefined ? undefined : <Making markets={markets} first={markets[0]} />}
    </Page>
  );
}

function Making({ markets, first }: { readonly markets: readonly MarketRow[]; readonly first: MarketRow }) {
  const [draft, setDraft] = useState<Draft>(() => ({
    market: first.market,
    locode: first.cities[0]?.locode ?? '',
    service: '',
    requests: [],
    stops: [
      { key: newKey(), address: '', point: undefined },
      { key: newKey(), address: '', point: undefined },
    ],
    isOptimized: false,
    scheduleAt: '',
  }));
  const [quoted, setQuoted] = useState<{ readonly quotation: Quotation; readonly aheadMs: number }>();
  const [details, setDetails] = useState<Details>({ contacts: {}, isProofWanted: false, reference: '' });
  const market = markets.find((each) => each.market === draft.market) ?? first;
  if (quoted !== undefined)
    return (
      <Quoted
        market={market}
        {...quoted}
        details={details}
        onChange={(fields) => setDetails({ ...details, ...fields })}
        onBack={() => setQuoted(undefined)}
      />
    );
  return (
    <Wish
      markets={markets}
      market={market}
      draft={draft}
      onChange={(change) => setDraft((before) => ({ ...before, ...change(before) }))}
      onQuoted={(quotation) =>
        // A quotation lives five minutes from now on the partner's clock, whatever this browser's shows.
        setQuoted({ quotation, aheadMs: Date.parse(quotation.expiresAt) - QUOTATION_LIFE_MS - Date.now() })
      }
    />
  );
}

const QUOTATION_LIFE_MS = 5 * 60_000;

type WishProps = {
  readonly markets: readonly MarketRow[];
  readonly market: MarketRow;
  readonly draft: Draft;
  readonly onChange: (change: (draft: Draft) => Partial<Draft>) => void;
  readonly onQuoted: (quotation: Quotation) => void;
};

function Wish({ markets, market, draft, onChange, onQuoted }: WishProps) {
  const calls = useCalls();
  const { data: offers } = useData<readonly CityOffer[]>('/cities', { market: draft.market });
  const city = market.cities.find(({ locode }) => locode === draft.locode) ?? market.cities[0];
  const services = offers?.find(({ locode }) => locode === city?.locode)?.services ?? [];
  const service = services.find(({ key }) => key === draft.service) ?? services[0];
  const { act, busy, refusal } = useAct(
    () =>
      calls.post<Quotation>(`/quotations?market=${draft.market}`, {
        serviceType: service?.key ?? '',
        language: market.languages[0],
        stops: stopsToWire(draft.stops),
        isRouteOptimized: draft.isOptimized,
        specialRequests: draft.requests.filter((name) => service?.specialRequests.some((each) => each.name === name)),
        ...(draft.scheduleAt === '' ? {} : { scheduleAt: new Date(draft.scheduleAt).toISOString() }),
      }),
    { onDone: onQuoted },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isHalfFilled(event.currentTarget)) act();
  };
  const shown = ['scheduleAt', ...draft.stops.flatMap((_, index) => stopFields(index))];
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
          faultOf={(index) => stopFault(refusal, index)}
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
const stopFields = (index: number) => PLACE_FIELDS.map((field) => `stops/${index}${field}`);

function stopFault(refusal: Refusal | undefined, index: number): string | undefined {
  return stopFields(index)
    .map((field) => faultAt(refusal, field))
    .find((fault) => fault !== undefined);
}

type QuotedProps = {
  readonly market: MarketRow;
  readonly quotation: Quotation;
  readonly aheadMs: number;
  readonly details: Details;
  readonly onChange: (fields: Partial<Details>) => void;
  readonly onBack: () => void;
};

/** The price and who is at the stops; then it can be ordered. */
function Quoted({ market, quotation, aheadMs, details, onChange, onBack }: QuotedProps) {
  const calls = useCalls();
  const [, go] = useLocation();
  const { quotationId, stops, expiresAt, priceBreakdown, scheduleAt } = quotation;
  const { data: explained } = useData<PriceExplanation>(`/quotations/${quotationId}/explanation`);
  const { isProofWanted, reference } = details;
  const places = placeKeys(stops);
  const contacts = places.map((place) => details.contacts[place] ?? NO_CONTACT);
  const { act, busy, refusal } = useAct(
    () =>
      calls.post<{ orderId: string }>(`/orders?market=${market.market}`, {
        quotationId,
        ...contactsToWire(stops, contacts),
        isPODEnabled: isProofWanted,
        ...(reference.trim() === '' ? {} : { metadata: { reference: reference.trim() } }),
      }),
    {
      refresh: ['/orders', '/wallets'],
      done: 'The order is placed.',
      onDone: ({ orderId }) => go(`/orders/${orderId}`),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act();
  };
  const pointerOf = (index: number) => (index === 0 ? 'sender' : `recipients/${index - 1}`);
  const beside = faultBeside(
    refusal,
    stops.flatMap((_, index) => [`${pointerOf(index)}/name`, `${pointerOf(index)}/phone`]),
  );
  const change = (index: number, fields: Partial<Contact>) => {
    const contact = { ...(contacts[index] ?? NO_CONTACT), ...fields };
    onChange({ contacts: { ...details.contacts, [places[index] ?? '']: contact } });
  };
  return (
    <form noValidate onSubmit={submit} className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex flex-col gap-5">
        <Panel title="Who is there" about={`Phones of ${market.name} begin with +${market.callingCode}.`}>
          <div className="flex flex-col gap-4">
            {stops.map(({ stopId, address }, index) => (
              <fieldset key={stopId} className="grid gap-3 border-line pb-4 not-last:border-b sm:grid-cols-2">
                <legend className="mb-1 font-medium">
                  {index === 0 ? 'Pick-up' : `Drop-off ${index}`}: <span className="font-normal">{address}</span>
                </legend>
                <Field
                  label={index === 0 ? 'Sender' : 'Recipient'}
                  value={contacts[index]?.name ?? ''}
                  fault={faultAt(refusal, `${pointerOf(index)}/name`)}
                  onChange={({ target }) => change(index, { name: target.value })}
                />
                <Field
                  label="Phone"
                  inputMode="tel"
                  placeholder={`+${market.callingCode}`}
                  value={contacts[index]?.phone ?? ''}
                  fault={faultAt(refusal, `${pointerOf(index)}/phone`)}
                  onChange={({ target }) => change(index, { phone: target.value })}
                />
                <Field
                  label="Note to the driver"
                  className="sm:col-span-2"
                  value={contacts[index]?.remarks ?? ''}
                  onChange={({ target }) => change(index, { remarks: target.value })}
                />
              </fieldset>
            ))}
            <Field
              label="Your reference"
              hint="Kept in the metadata; the order can be found by it."
              value={reference}
              onChange={({ target }) => onChange({ reference: target.value })}
            />
            <CheckBox
              label="Ask for proof of delivery at every drop-off"
              checked={isProofWanted}
              onTurn={(on) => onChange({ isProofWanted: on })}
            />
          </div>
        </Panel>
        {beside === undefined ? undefined : (
          <Notice tone="bad">
            {beside}{' '}
            {refusal?.code === 'ERR_INSUFFICIENT_CREDIT' ? (
              <Link href={`/wallet?market=${market.market}`} className="underline">
                See the wallet
              </Link>
            ) : undefined}
          </Notice>
        )}
        <div className="flex flex-wrap gap-2">
          <Button kind="plain" onClick={onBack}>
            Back to the stops
          </Button>
          <Button type="submit" busy={busy}>
            {`Place the order for ${priceBreakdown.total} ${priceBreakdown.currency}`}
          </Button>
        </div>
      </div>
      <Panel
        title="The price"
        about={
          <>
            It holds for five minutes:{' '}
            <Countdown until={expiresAt} aheadMs={aheadMs} over="expired; go back and ask again" />. Pick-up{' '}
            <Time at={scheduleAt} />.
          </>
        }
      >
        {explained === undefined ? (
          <Skeleton />
        ) : (
          <PriceTable explained={explained} currency={priceBreakdown.currency} />
        )}
      </Panel>
    </form>
  );
}
