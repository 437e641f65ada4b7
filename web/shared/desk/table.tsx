import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Button } from '../ui/button.tsx';
import type { Refusal } from './calls.ts';
import { Refused } from './page.tsx';
import { ScrollBox } from './scroll-box.tsx';
import type { Listed } from './use-data.ts';

export type Column<Row> = {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand to the right. */
  readonly right?: boolean;
  /** Left out on narrow screens. */
  readonly wideOnly?: boolean;
};

type Props<Row> = {
  /** What is listed, for whoever has it read out. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined until they are there. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** Where a row leads to; its first cell is the link. */
  readonly hrefOf?: (row: Row) => string;
  /** What its link is called, where the first cell alone does not say what it leads to. */
  readonly nameOf?: (row: Row) => string;
  /** What a row opens on the same screen; its first cell is the button. */
  readonly onOpen?: (row: Row) => void;
  readonly more?: Listed<Row>['more'];
  readonly refusal?: Refusal | undefined;
  /** What stands here while there is nothing, and what to do about it. */
  readonly empty: ReactNode;
};

const OPENS = 'font-medium text-ink underline-offset-4 hover:underline';

export function Table<Row>(props: Props<Row>) {
  const { label, columns, rows, rowKey, more, refusal, empty } = props;
  const { told, expect } = useTold(props);
  if (rows === undefined && refusal !== undefined) return <Refused refusal={refusal} />;
  return (
    <div>
      <ScrollBox
        label={label}
        busy={rows === undefined}
        className="rounded-card border border-line bg-card lg:max-h-[calc(100dvh-9rem)]"
      >
        <table aria-label={label} className="w-full border-collapse text-left text-dense wrap-break-word">
          <thead className="sticky top-0 z-10 bg-card text-fine text-quiet shadow-[0_1px_0_var(--line)]">
            <tr>
              {columns.map((column) => (
                <th
                  key={column.title}
                  scope="col"
                  className={`px-3 py-2 font-medium whitespace-nowrap ${styleOf(column)}`}
                >
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows === undefined ? (
              <SkeletonRows columns={columns} />
            ) : (
              rows.map((row) => <TableRow key={rowKey(row)} row={row} {...props} />)
            )}
          </tbody>
        </table>
        {rows?.length === 0 ? <div className="px-6 py-14 text-center text-quiet">{empty}</div> : undefined}
      </ScrollBox>
      <p role="status" className="sr-only">
        {told}
      </p>
      {more === undefined ? undefined : (
        <div className="mt-3 text-center">
          <Button
            kind="plain"
            busy={more.busy}
            onClick={() => {
              expect();
              more.load();
            }}
          >
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

/** What has come of a choice or of asking for more, for whoever cannot see it; not what comes by itself, at first or later. */
function useTold<Row>({ label, rows, more }: Props<Row>) {
  const [told, setTold] = useState('');
  // Choices stand in the address.
  const search = useSearch();
  const asked = useRef(search);
  const isExpected = useRef(false);
  const count = rows?.length;
  const hasMore = more !== undefined;
  useEffect(() => {
    if (asked.current !== search) isExpected.current = true;
    asked.current = search;
    if (!isExpected.current) return;
    isExpected.current = count === undefined;
    if (count === undefined) setTold('');
    else if (count === 0) setTold(`${label}: nothing fits.`);
    else setTold(`${label}: ${count} shown${hasMore ? ', and there are more' : ''}.`);
  }, [search, count, hasMore, label]);
  const expect = () => {
    isExpected.current = true;
  };
  return { told, expect };
}

function TableRow<Row>({ row, columns, hrefOf, nameOf, onOpen }: Props<Row> & { readonly row: Row }) {
  const [, go] = useLocation();
  const href = hrefOf?.(row);
  const opens = href !== undefined || onOpen !== undefined;
  /** Whoever has no pointer takes the link or button in the first cell. */
  const open = (event: MouseEvent) => {
    // A text is being marked, or something inside the row was meant.
    if (String(getSelection()) !== '' || (event.target as Element).closest('a, button, input, label, select')) return;
    if (href === undefined) onOpen?.(row);
    else go(href);
  };
  return (
    <tr
      onClick={opens ? open : undefined}
      className={`border-line not-last:border-b ${opens ? 'cursor-pointer hover:bg-line/25' : ''}`}
    >
      {columns.map((column, index) => (
        <td key={column.title} className={`px-3 py-2 align-baseline ${styleOf(column)}`}>
          {index === 0 && href !== undefined ? (
            <Link href={href} aria-label={nameOf?.(row)} className={OPENS}>
              {column.cell(row)}
            </Link>
          ) : index === 0 && onOpen !== undefined ? (
            <button type="button" className={`block text-left ${OPENS}`} onClick={() => onOpen(row)}>
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function styleOf({ right, wideOnly }: Column<never>): string {
  return `${right === true ? 'text-right tabular-nums' : ''} ${wideOnly === true ? 'max-md:hidden' : ''}`;
}

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

function SkeletonRows({ columns }: { readonly columns: readonly Column<never>[] }) {
  return SKELETONS.map((name) => (
    <tr key={name} className="border-line not-last:border-b">
      {columns.map((column) => (
        <td key={column.title} className={`px-3 py-3 ${styleOf(column)}`}>
          <div className="h-4 rounded bg-line/60 motion-safe:animate-pulse" />
        </td>
      ))}
    </tr>
  ));
}
