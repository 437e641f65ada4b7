import type { FormEvent } from 'react';
import { Link, useLocation } from 'wouter';
import type { MarketRow } from '../../../src/portal/places-wire.ts';
import { faultAt, faultBeside } from '../../shared/desk/calls.ts';
import { CheckBox } from '../../shared/desk/check-box.tsx';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Panel } from '../../shared/desk/page.tsx';
import { PriceTable } from '../../shared/desk/price-table.tsx';
import type { PriceExplanation } from '../../shared/desk/rules/price-words.ts';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { moneyText } from '../../shared/money-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/card.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { type Contact, contactsToWire, NO_CONTACT, placeKeys } from '../rules/draft-order.ts';
import { Countdown } from './countdown.tsx';

export type Quotation = {
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
/** What is written beside the price; it stays while that is asked for again. */
export type Details = {
  /** By place. */
  readonly contacts: Readonly<Record<string, Contact>>;
  readonly isProofWanted: boolean;
  readonly reference: string;
};

type QuotedProps = {
  readonly market: MarketRow;
  readonly quotation: Quotation;
  readonly aheadMs: number;
  readonly details: Details;
  readonly onChange: (fields: Partial<Details>) => void;
  readonly onBack: () => void;
};

/** The price and who is at the stops; then it can be ordered. */
export function Quoted({ market, quotation, aheadMs, details, onChange, onBack }: QuotedProps) {
  const calls = useCalls();
  const [, go] = useLocation();
  const { quotationId, stops, expiresAt, priceBreakdown, scheduleAt } = quotation;
  const { data: explained, refusal: unexplained } = useData<PriceExplanation & { timeZone: string }>(
    `/quotations/${quotationId}/explanation`,
  );
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
            {`Place the order for ${moneyText(priceBreakdown.total, priceBreakdown.currency, 'en')}`}
          </Button>
        </div>
      </div>
      <Panel
        title="The price"
        about={
          <>
            It holds for five minutes:{' '}
            <Countdown until={expiresAt} aheadMs={aheadMs} over="expired; go back and ask again" />. Pick-up{' '}
            {explained === undefined && unexplained === undefined ? (
              '…'
            ) : (
              <Time at={scheduleAt} zone={explained?.timeZone} namesZone />
            )}
            .
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
