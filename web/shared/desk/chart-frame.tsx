import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { axisLabels } from './rules/axis-labels.ts';
import { ticksOf } from './rules/ticks.ts';

export type Series = {
  readonly name: string;
  /** One for each label; null where nothing is known. */
  readonly values: readonly (number | null)[];
};

export type ChartData = {
  /** What is shown, for whoever has it read out. */
  readonly label: string;
  /** What stands below, from left to right. */
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  readonly format?: (value: number) => string;
  readonly height?: number;
  /** A line across, such as a limit. */
  readonly limit?: { readonly value: number; readonly name: string } | undefined;
};

/** Of each series in its turn; told apart by its pattern of dashes too where it is a line. */
const COLOURS = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)', 'var(--series-5)'];
const DASHES = ['', '6 4', '2 3', '10 4 2 4', '12 4'];
export const dashOf = (index: number) => DASHES[index % DASHES.length] as string;
export const colourOf = (index: number) => COLOURS[index % COLOURS.length] as string;

const LEFT = 52;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 12;
const LINE_HEIGHT = 14;
/** Of a character of a label, with some air. */
const CHARACTER_WIDTH = 8.4;
const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export type Plot = {
  readonly width: number;
  /** The width of the place that each label has. */
  readonly slot: number;
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
};

type ChartProps = ChartData & {
  readonly extent: readonly [number, number];
  readonly isLine?: boolean;
  readonly children: (plot: Plot) => ReactNode;
};

/** The paper of a chart: its axes, its legend, the numbers of the place that is pointed at, and all of them as a table. */
export function Chart({
  label,
  labels,
  series,
  format = plain.format,
  height = 220,
  limit,
  extent,
  isLine = false,
  children,
}: ChartProps) {
  const [box, width] = useWidth();
  const [pointed, setPointed] = useState<number>();
  const ticks = ticksOf(extent[0], Math.max(extent[1], limit?.value ?? 0));
  const slot = (width - LEFT - RIGHT) / Math.max(1, labels.length);
  const { lines, every } = axisLabels(labels, slot / CHARACTER_WIDTH);
  const bottom = BOTTOM + LINE_HEIGHT * Math.max(1, ...lines.map(({ length }) => length));
  const plot = plotOf({ width, height, slot, bottom }, ticks);
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const index = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / plot.slot);
    setPointed(index >= 0 && index < labels.length ? index : undefined);
  };
  return (
    <figure className="min-w-0">
      {series.length > 1 || limit !== undefined ? <Legend series={series} limit={limit} isLine={isLine} /> : undefined}
      <div ref={box} className="relative overflow-x-clip">
        {width === 0 ? (
          <div style={{ height }} />
        ) : (
          <svg
            aria-hidden="true"
            width={width}
            height={height}
            className="block text-[12px]"
            onPointerMove={point}
            onPointerLeave={() => setPointed(undefined)}
          >
            {ticks.map((tick) => (
              <g key={tick}>
                <line x1={LEFT} x2={width - RIGHT} y1={plot.y(tick)} y2={plot.y(tick)} stroke="var(--line)" />
                <text x={LEFT - 8} y={plot.y(tick) + 4} textAnchor="end" fill="var(--quiet)">
                  {short.format(tick)}
                </text>
              </g>
            ))}
            {pointed === undefined ? undefined : (
              <rect
                x={LEFT + pointed * plot.slot}
                y={TOP}
                width={plot.slot}
                height={height - TOP - bottom}
                fill="var(--line)"
                opacity="0.4"
              />
            )}
            {children(plot)}
            {limit === undefined ? undefined : (
              <line
                x1={LEFT}
                x2={width - RIGHT}
                y1={plot.y(limit.value)}
                y2={plot.y(limit.value)}
                stroke="var(--bad)"
                strokeWidth="1.5"
                strokeDasharray="4 4"
              />
            )}
            {lines.map((parts, index) =>
              index % every === 0 ? (
                <text key={plot.x(index)} textAnchor="middle" fill="var(--quiet)">
                  {parts.map((part, nth) => (
                    <tspan key={String(nth)} x={plot.x(index)} y={height - bottom + (nth + 1) * LINE_HEIGHT + 2}>
                      {part}
                    </tspan>
                  ))}
                </text>
              ) : undefined,
            )}
          </svg>
        )}
        {pointed === undefined ? undefined : <Readout at={pointed} {...{ labels, series, format, plot }} />}
      </div>
      <ChartTable {...{ label, labels, series, format }} />
    </figure>
  );
}

type Paper = { readonly width: number; readonly height: number; readonly slot: number; readonly bottom: number };

function plotOf({ width, height, slot, bottom }: Paper, ticks: readonly number[]): Plot {
  const [low, high] = [ticks[0] as number, ticks.at(-1) as number];
  return {
    width,
    slot,
    x: (index) => LEFT + (index + 0.5) * slot,
    y: (value) => TOP + ((high - value) / (high - low)) * (height - TOP - bottom),
  };
}

type LegendProps = Pick<ChartData, 'series' | 'limit'> & { readonly isLine: boolean };

function Legend({ series, limit, isLine }: LegendProps) {
  return (
    <ul aria-hidden="true" className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-fine text-quiet">
      {series.map(({ name }, nth) => (
        <LegendRow key={name} name={name} colour={colourOf(nth)} dash={isLine ? dashOf(nth) : undefined} />
      ))}
      {limit === undefined ? undefined : <LegendRow name={limit.name} colour="var(--bad)" dash="4 4" />}
    </ul>
  );
}

type LegendRowProps = { readonly name: string; readonly colour: string; readonly dash?: string | undefined };

function LegendRow({ name, colour, dash }: LegendRowProps) {
  return (
    <li className="flex items-center gap-1.5">
      <svg width="18" height="10" aria-hidden="true">
        {dash === undefined ? (
          <rect x="3" width="12" height="10" rx="2" fill={colour} />
        ) : (
          <line x1="0" x2="18" y1="5" y2="5" stroke={colour} strokeWidth="2" strokeDasharray={dash} />
        )}
      </svg>
      {name}
    </li>
  );
}

type ReadoutProps = Pick<ChartData, 'labels' | 'series'> & {
  readonly at: number;
  readonly format: (value: number) => string;
  readonly plot: Plot;
};

/** The numbers of the place that is pointed at. */
function Readout({ at, labels, series, format, plot }: ReadoutProps) {
  const isRight = plot.x(at) > plot.width / 2;
  const side = isRight
    ? { right: plot.width - plot.x(at) + plot.slot / 2 + 6 }
    : { left: plot.x(at) + plot.slot / 2 + 6 };
  return (
    <div
      aria-hidden="true"
      style={side}
      className="pointer-events-none absolute top-2 z-10 rounded-control border border-line bg-card px-3 py-2 text-fine shadow-lifted"
    >
      <p className="font-medium whitespace-nowrap">{labels[at]}</p>
      {series.map(({ name, values }, nth) => (
        <p key={name} className="flex items-center justify-between gap-4 whitespace-nowrap">
          <span className="flex items-center gap-1.5 text-quiet">
            <svg width="8" height="8" aria-hidden="true">
              <circle cx="4" cy="4" r="4" fill={colourOf(nth)} />
            </svg>
            {name}
          </span>
          <span className="tabular-nums">{textOf(values[at], format)}</span>
        </p>
      ))}
    </div>
  );
}

function textOf(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? '–' : format(value);
}

type TableProps = Pick<ChartData, 'label' | 'labels' | 'series'> & { readonly format: (value: number) => string };

/** The same numbers, for whoever does not see the picture. */
function ChartTable({ label, labels, series, format }: TableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((text, index) => (
            <tr key={String(index)}>
              <th scope="row">{text}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{textOf(values[index], format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How wide an element is, whenever that changes. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current as HTMLDivElement;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}
