import { moneyText } from '../money-text.ts';

type Props = {
  readonly amount: string;
  readonly currency: string;
  /** With its sign, and in colour: what has come in and gone out. */
  readonly signed?: boolean;
};

export function Money({ amount, currency, signed = false }: Props) {
  const isOut = amount.startsWith('-');
  const text = moneyText(amount, currency, 'en');
  return (
    <span className={`whitespace-nowrap tabular-nums ${signed && !isOut ? 'text-accent' : ''}`}>
      {signed && !isOut ? `+${text}` : text}
    </span>
  );
}
