import { useState } from 'react';
import { useLocation } from 'wouter';
import { CheckBox } from '../../../shared/desk/check-box.tsx';
import { useCalls, useMay } from '../../../shared/desk/desk.tsx';
import { ReasonDialog } from '../../../shared/desk/reason-dialog.tsx';
import { useSay } from '../../../shared/desk/say.tsx';
import { useAct, useData } from '../../../shared/desk/use-data.ts';
import { useSeen } from '../../../shared/desk/use-seen.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { AmountField } from '../../parts/amount-field.tsx';
import type { OrderMoney, OrderRecord } from '../../types.ts';
import { type ActingProps, refreshOf } from './acting.ts';
import { Assign } from './assign.tsx';
import { EditDropOffs } from './edit-drop-offs.tsx';

type Verb = 'assign' | 'takeOff' | 'edit' | 'cancel' | 'replace' | 'refund';

const TITLES: Readonly<Record<Verb, string>> = {
  assign: 'Assign a driver',
  takeOff: 'Take the driver off',
  edit: 'Edit the drop-offs',
  replace: 'Replace',
  refund: 'Refund',
  cancel: 'Cancel the order',
};
const DIALOGS: Readonly<Record<Verb, (props: ActingProps) => React.ReactNode>> = {
  assign: Assign,
  takeOff: TakeOff,
  edit: EditDropOffs,
  replace: Replace,
  refund: Refund,
  cancel: Cancel,
};

/** What can be done with the order as it stands, by whoever may. */
export function OrderActions({ order }: { readonly order: OrderRecord }) {
  const mayDispatch = useMay('dispatch');
  const mayMoney = useMay('money');
  const [open, setOpen] = useState<Verb>();
  const verbs = (Object.keys(TITLES) as Verb[]).filter(
    (verb) => order.actions[verb] && (verb === 'refund' ? mayMoney : mayDispatch),
  );
  const Shown = open === undefined ? undefined : DIALOGS[open];
  return (
    <>
      {verbs.map((verb) => (
        <Button
          key={verb}
          kind={verb === 'assign' ? 'primary' : verb === 'cancel' ? 'quietDanger' : 'plain'}
          onClick={() => setOpen(verb)}
        >
          {TITLES[verb]}
        </Button>
      ))}
      {Shown === undefined ? undefined : <Shown order={order} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function TakeOff({ order, onClose }: ActingProps) {
  const calls = useCalls();
  const seen = useSeen(order.revision);
  const say = useSay();
  const [isBlamed, setBlamed] = useState(false);
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.post<{ status: string }>(`/orders/${order.orderId}/take-off`, { reason, seen, isBlamed }),
    {
      refresh: refreshOf(order),
      onDone: ({ status }) => {
        say(
          status === 'REJECTED'
            ? 'The order has ended: too many drivers have let it down.'
            : 'The order looks for another driver.',
        );
        onClose();
      },
    },
  );
  return (
    <ReasonDialog title="Take the driver off" action="Take off" danger {...{ busy, refusal, onClose }} onAct={act}>
      <p className="text-quiet">
        The order looks for another driver at once, and {order.driver?.name ?? 'this driver'} does not get it again.
        {order.status === 'PICKED_UP' ? ' The goods are collected where the driver is.' : ''}
      </p>
      <CheckBox
        label="The driver let the order down"
        hint="It counts as given back, as if the driver had said so. Too many of these end the order."
        checked={isBlamed}
        onTurn={setBlamed}
      />
    </ReasonDialog>
  );
}

function Cancel({ order, onClose }: ActingProps) {
  const calls = useCalls();
  const seen = useSeen(order.revision);
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.post(`/orders/${order.orderId}/cancel`, { reason, seen }),
    { refresh: refreshOf(order), done: 'The order is cancelled.', onDone: onClose },
  );
  return (
    <ReasonDialog title="Cancel the order" action="Cancel the order" danger {...{ busy, refusal, onClose }} onAct={act}>
      <p className="text-quiet">
        The partner and the driver are told, with your reason, and what was held in the wallet is free again. It cannot
        be taken back.
      </p>
    </ReasonDialog>
  );
}

function Replace({ order, onClose }: ActingProps) {
  const calls = useCalls();
  const [, go] = useLocation();
  const seen = useSeen(order.revision);
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.post<{ readonly orderId: string }>(`/orders/${order.orderId}/replace`, { reason, seen }),
    {
      refresh: refreshOf(order),
      done: 'Another order stands in its place.',
      onDone: ({ orderId }) => {
        onClose();
        go(`/orders/${orderId}`);
      },
    },
  );
  return (
    <ReasonDialog title="Replace the order" action="Replace" {...{ busy, refusal, onClose }} onAct={act}>
      <p className="text-quiet">
        This order ends, and another one with another number takes its place: same stops, same driver, same money. The
        partner is told of both.
      </p>
    </ReasonDialog>
  );
}

function Refund({ order, onClose }: ActingProps) {
  const calls = useCalls();
  const { data: money } = useData<OrderMoney>(`/orders/${order.orderId}/money`);
  const [amount, setAmount] = useState('');
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.post(`/orders/${order.orderId}/refund`, { amount: amount.trim(), reason }),
    { refresh: refreshOf(order), done: 'The money is in the partner’s wallet.', onDone: onClose },
  );
  return (
    <ReasonDialog title="Refund" action="Give back" fields={['amount']} {...{ busy, refusal, onClose }} onAct={act}>
      <AmountField
        currency={order.currency}
        hint={money === undefined ? undefined : `At most ${money.refundable}. The driver keeps what was earned.`}
        {...{ amount, refusal }}
        onAmount={setAmount}
      />
    </ReasonDialog>
  );
}
