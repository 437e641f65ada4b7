import { type ReactNode, useState } from 'react';
import type { OrderPage } from '../../../src/portal/orders-wire.ts';
import { faultAt } from '../../shared/desk/calls.ts';
import { Confirm } from '../../shared/desk/confirm.tsx';
import { useCalls } from '../../shared/desk/desk.tsx';
import { FormDialog } from '../../shared/desk/form-dialog.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Countdown } from './countdown.tsx';
import { EditStops } from './edit-stops.tsx';

type Props = { readonly order: OrderPage; readonly aheadMs: number };
type Open = 'cancel' | 'fee' | 'driver' | 'edit' | undefined;

/** What can be done with the order now, and for how long. */
export function OrderActions({ order, aheadMs }: Props) {
  const [open, setOpen] = useState<Open>();
  const { canCancelUntil, canAddPriorityFee, canChangeDriverFrom, canEdit } = order.actions ?? NOTHING;
  const mayChangeDriver = canChangeDriverFrom !== null && Date.parse(canChangeDriverFrom) <= Date.now() + aheadMs;
  const close = () => setOpen(undefined);
  const isOver = canCancelUntil === null && !canAddPriorityFee && canChangeDriverFrom === null && !canEdit;
  return (
    <div className="flex flex-col gap-3">
      {isOver ? <p className="text-quiet">Nothing can be changed any more.</p> : undefined}
      {canAddPriorityFee ? (
        <Row note="The driver gets it; it makes the order more wanted.">
          <Button kind="plain" size="small" onClick={() => setOpen('fee')}>
            {order.priorityFee === undefined ? 'Add a priority fee' : 'Raise the priority fee'}
          </Button>
        </Row>
      ) : undefined}
      {canEdit ? (
        <Row note="Once, while the driver is on the way to the pick-up.">
          <Button kind="plain" size="small" onClick={() => setOpen('edit')}>
            Edit the drop-offs
          </Button>
        </Row>
      ) : undefined}
      {canChangeDriverFrom === null ? undefined : (
        <Row
          note={
            mayChangeDriver ? (
              'The order goes back to the search.'
            ) : (
              <>
                From <Time at={canChangeDriverFrom} zone={order.timeZone} />,{' '}
                <Countdown until={canChangeDriverFrom} aheadMs={aheadMs} over="now" />
              </>
            )
          }
        >
          <Button kind="plain" size="small" disabled={!mayChangeDriver} onClick={() => setOpen('driver')}>
            Ask for another driver
          </Button>
        </Row>
      )}
      {canCancelUntil === null ? undefined : (
        <Row
          note={
            <>
              Free of charge, <Countdown until={canCancelUntil} aheadMs={aheadMs} over="no longer" />
            </>
          }
        >
          <Button kind="danger" size="small" onClick={() => setOpen('cancel')}>
            Cancel the order
          </Button>
        </Row>
      )}
      {open === 'cancel' ? <CancelDialog order={order} onClose={close} /> : undefined}
      {open === 'fee' ? <FeeDialog order={order} onClose={close} /> : undefined}
      {open === 'driver' ? <DriverDialog order={order} onClose={close} /> : undefined}
      {open === 'edit' ? <EditStops order={order} onClose={close} /> : undefined}
    </div>
  );
}

const NOTHING = { canCancelUntil: null, canAddPriorityFee: false, canChangeDriverFrom: null, canEdit: false } as const;

function Row({ children, note }: { readonly children: ReactNode; readonly note: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      {children}
      <span className="text-sm text-quiet">{note}</span>
    </div>
  );
}

type DialogProps = { readonly order: OrderPage; readonly onClose: () => void };

function CancelDialog({ order, onClose }: DialogProps) {
  const calls = useCalls();
  const { act, busy, refusal } = useAct(() => calls.del(`/orders/${order.orderId}`), {
    refresh: [`/orders/${order.orderId}`, '/orders', '/wallets'],
    done: 'The order is cancelled.',
    onDone: onClose,
  });
  return (
    <Confirm
      title="Cancel this order?"
      action="Cancel the order"
      danger
      {...{ busy, refusal, onClose }}
      onConfirm={() => act()}
    >
      The search ends, or the driver is told to turn round. What was held for it is free again.
    </Confirm>
  );
}

function FeeDialog({ order, onClose }: DialogProps) {
  const calls = useCalls();
  const [fee, setFee] = useState('');
  const { act, busy, refusal } = useAct(
    () => calls.post(`/orders/${order.orderId}/priority-fee`, { priorityFee: fee.trim() }),
    { refresh: [`/orders/${order.orderId}`, '/wallets'], done: 'The fee is added.', onDone: onClose },
  );
  return (
    <FormDialog
      title="Priority fee"
      action="Add the fee"
      fields={['priorityFee']}
      {...{ busy, refusal, onClose }}
      onAct={() => act()}
    >
      <Field
        label={`The whole fee in ${order.priceBreakdown.currency}`}
        hint={
          order.priorityFee === undefined
            ? 'Each later fee must be greater than the one before.'
            : `More than ${order.priorityFee}; it takes its place.`
        }
        inputMode="decimal"
        value={fee}
        onChange={({ target }) => setFee(target.value)}
        fault={faultAt(refusal, 'priorityFee')}
      />
    </FormDialog>
  );
}

const REASONS = [
  { value: 'DRIVER_LATE', title: 'The driver is late' },
  { value: 'DRIVER_ASKED_CHANGE', title: 'The driver asked for it' },
  { value: 'DRIVER_UNRESPONSIVE', title: 'The driver does not answer' },
  { value: 'DRIVER_RUDE', title: 'The driver was rude' },
];

function DriverDialog({ order, onClose }: DialogProps) {
  const calls = useCalls();
  const [reason, setReason] = useState('DRIVER_LATE');
  const { act, busy, refusal } = useAct(
    () => calls.del(`/orders/${order.orderId}/drivers/${order.driverId}`, { reason }),
    { refresh: [`/orders/${order.orderId}`], done: 'Another driver is looked for.', onDone: onClose },
  );
  return (
    <Confirm
      title="Ask for another driver?"
      action="Ask for another driver"
      {...{ busy, refusal, onClose }}
      onConfirm={() => act()}
    >
      <p className="mb-4">This driver is not asked for this order again.</p>
      <Select label="Why" choices={REASONS} value={reason} onChoose={setReason} />
    </Confirm>
  );
}
