import type { Command } from 'commander';
import { amountForm, formatAmount, parseAmount } from '../../foundation/money.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import type { Market } from '../../markets/index.ts';
import { setAlertBelow, topUp } from '../../wallet/index.ts';
import type { Foundations } from '../foundations.ts';
import { example, type Json, print, printJson } from './command.ts';
import { knownMarket, knownPartner } from './lookups.ts';
import { noteAct } from './note-act.ts';
import { inCapitals, partnerIdOption, type Reasoned, withReason } from './options.ts';
import { ALREADY_BOOKED, type PaymentOptions, withPayment } from './payment.ts';
import { withFoundations } from './with-foundations.ts';

type FundOptions = PaymentOptions & Reasoned & { partner: string };

export function addFund(partner: Command): void {
  const funding = withReason(partner.command('fund'))
    .description("put money into a partner's wallet")
    .addHelpText(
      'after',
      example('partner fund --partner 1571354659422392320 --market HK --amount 500 --reference INV-7'),
    )
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption);
  withPayment(funding).action(async (options: FundOptions & Json) => {
    const result = await withFoundations((foundations) => fund(foundations, options));
    if (options.json) return printJson(result);
    if (result.alreadyBooked) print(ALREADY_BOOKED);
    print(`The wallet holds ${result.balance} ${result.currency} now.`);
  });
}

async function fund(foundations: Foundations, options: FundOptions) {
  const { database } = foundations;
  const market = await knownMarket(foundations, options.market);
  const amountMinor = amountOf(options.amount, market);
  if (amountMinor === 0n) throw new OperatorError('The amount must be more than 0.');
  const partner = await knownPartner(foundations, options.partner);
  const { id: partnerId } = partner;
  const { currency, decimals } = market;
  const { reference, reason } = options;
  const { balanceMinor, alreadyBooked } = await database.inTransaction(async (tx) => {
    const booked = await topUp(foundations, tx, { partnerId, ...market }, amountMinor, reference);
    const amount = formatAmount(amountMinor, decimals);
    const details = { amount, currency, ...(reference === undefined ? {} : { reference }) };
    if (!booked.alreadyBooked)
      await noteAct(tx, foundations, {
        action: 'wallet.top-up',
        subject: { kind: 'partner', id: partnerId },
        partnerId,
        reason,
        details,
      });
    return booked;
  });
  return { partnerId, currency, balance: formatAmount(balanceMinor, decimals), alreadyBooked };
}

type AlertOptions = Reasoned & { partner: string; market: string; below: string };

export function addAlert(partner: Command): void {
  withReason(partner.command('alert'))
    .description('tell the partner in the portal when a wallet falls below an amount')
    .addHelpText('after', example('partner alert --partner 1571354659422392320 --market HK --below 200'))
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption)
    .requiredOption('--market <market>', 'market whose currency it is', inCapitals)
    .requiredOption('--below <amount>', 'the amount; 0 for no alert')
    .option('--json', 'print JSON')
    .action(async (options: AlertOptions & Json) => {
      const result = await withFoundations((foundations) => setAlert(foundations, options));
      if (options.json) return printJson(result);
      print(
        Number(result.below) === 0
          ? 'There is no alert any more.'
          : `An alert comes when the wallet falls below ${result.below} ${result.currency}.`,
      );
    });
}

async function setAlert(foundations: Foundations, options: AlertOptions) {
  const market = await knownMarket(foundations, options.market);
  const below = amountOf(options.below, market);
  const { id: partnerId } = await knownPartner(foundations, options.partner);
  const { currency, decimals } = market;
  const isNever = below === 0n;
  await foundations.database.inTransaction(async (tx) => {
    await setAlertBelow(foundations, tx, { partnerId, currency }, isNever ? undefined : below);
    await noteAct(tx, foundations, {
      action: 'wallet.alert',
      subject: { kind: 'wallet', id: market.market },
      partnerId,
      reason: options.reason,
      details: { below: isNever ? null : formatAmount(below, decimals) },
    });
  });
  return { partnerId, currency, below: formatAmount(below, decimals) };
}

export function amountOf(text: string, { market, currency, decimals }: Market): bigint {
  const amount = parseAmount(text, decimals);
  if (amount !== undefined) return amount;
  throw new OperatorError(
    `"${text}" is not an amount in ${currency}: in ${market} it must be ${amountForm(decimals)}.`,
  );
}
