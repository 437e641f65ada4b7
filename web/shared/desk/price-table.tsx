import { Money } from './money.tsx';
import { type PriceExplanation, priceLines, priceRemarks } from './rules/price-words.ts';

type Props = { readonly explained: PriceExplanation; readonly currency: string };

/** What a price is made of, and why. */
export function PriceTable({ explained, currency }: Props) {
  return (
    <>
      <table className="w-full text-left">
        <tbody>
          {priceLines(explained).map(({ key, title, why, amount }) => (
            <tr key={key} className="border-b border-line align-top">
              <th scope="row" className="py-2 pr-3 font-medium">
                {title}
                <span className="block text-sm font-normal text-quiet">{why}</span>
              </th>
              <td className="py-2 text-right">
                <Money amount={amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="pt-2 font-semibold">
              Total
            </th>
            <td className="pt-2 text-right font-semibold">
              <Money amount={explained.total} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
      <ul className="mt-3 flex flex-col gap-1 text-sm text-quiet">
        {priceRemarks(explained).map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </>
  );
}
