import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { labelEvery, ticksOf } from './rules/ticks.ts';

export type Series = {
  readonly name: string;
  /** One for each label; null where nothing is known. */
  readonly values: readonly (number | null)[];
};

type Props = {
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
const colourOf = (index: number) => COLOURS[index % COLOURS.length] as string;

const LEFT = 52;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 26;
const LABEL_WIDTH = 64;
const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

type Plot = {
  readonly width: number;
  readonly height: number;
  /** The width of the place that each label has. */
  readonly slot: number;
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
};

/** Bars side by side, or one on another. */
export function BarChart({ stacked = false, ...props }: Props & { readonly stacked?: boolean }) {
  return (
    <Chart {...props} extent={stacked ? stackedExtent(props.series) : extentOf(props.series)}>
      {(plot) => (stacked ? <StackedBars {...props} plot={plot} /> : <Bars {...props} plot={plot} />)}
    </Chart>
  );
}

export function LineChart(props: Props) {
  return (
    <Chart {...props} extent={extentOf(props.series)} isLine>
      {(plot) => <Lines {...props} plot={plot} />}
    </Chart>
  );
}

type Drawing = Pick<Props, 'labels' | 'series'> & { readonly plot: Plot };

function Bars({ labels, series, plot }: Drawing) {
  const width = Math.min(40, (plot.slot * 0.7) / series.length);
  return labels.map((label, index) =>
    series.map(({ name, values }, nth) => {
      const left = plot.x(index) + (nth - series.length / 2) * width;
      return <Bar key={`${label} ${name}`} {...{ plot, left, width, nth }} from={0} to={values[index] ?? 0} />;
    }),
  );
}

function StackedBars({ labels, series, plot }: Drawing) {
  const width = Math.min(48, plot.slot * 0.7);
  return labels.map((label, index) => {
    let from = 0;
    return series.map(({ name, values }, nth) => {
      const begin = from;
      from += values[index] ?? 0;
      const left = plot.x(index) - width / 2;
      return <Bar key={`${label} ${name}`} {...{ plot, left, width, nth }} from={begin} to={from} />;
    });
  });
}

type BarProps = {
  readonly plot: Plot;
  readonly left: number;
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly nth: number;
};

function Bar({ plot, left, width, from, to, nth }: BarProps) {
  const top = plot.y(Math.max(from, to));
  const height = Math.abs(plot.y(from) - plot.y(to));
  return (
    <rect
      x={left + 0.5}
      y={top}
      width={Math.max(1, width - 1)}
      height={height}
      rx={Math.min(2, height / 2)}
      fill={colourOf(nth)}
    />
  );
}

function Lines({ series, plot }: Drawing) {
  return series.map(({ name, values }, nth) => (
    <g key={name} stroke={colourOf(nth)} fill={colourOf(nth)}>
      <path
        d={lineOf(values, plot)}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeDasharray={DASHES[nth % DASHES.length]}
      />
      {values.map((value, index) =>
        // A value alone between two that are not known has no line.
        value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null ? (
          <circle key={String(index)} cx={plot.x(index)} cy={plot.y(value)} r="2.5" />
        ) : undefined,
      )}
    </g>
  ));
}

function lineOf(values: readonly (number | null)[], { x, y }: Plot): string {
  let isDrawing = false;
  return values
    .map((value, index) => {
      const verb = isDrawing ? 'L' : 'M';
      isDrawing = value !== null;
      return value === null ? '' : `${verb}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    })
    .join('');
}

function extentOf(series: readonly Series[]): readonly [number, number] {
  const values = series.flatMap(({ values: each }) => each.map((value) => value ?? 0));
  return [Math.min(0, ...values), Math.max(0, ...values)];
}

function stackedExtent(series: readonly Series[]): readonly [number, number] {
  const length = Math.max(0, ...series.map(({ values }) => values.length));
  const sums = Array.from({ length }, (_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  return [Math.min(0, ...sums), Math.max(0, ...sums)];
}

type ChartProps = Props & {
  readonly extent: readonly [number, number];
  readonly isLine?: boolean;
  readonly children: (plot: Plot) => ReactNode;
};

function Chart({
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
  const plot = plotOf(width, height, labels.length, ticks);
  const every = labelEvery(labels.length, (width - LEFT - RIGHT) / LABEL_WIDTH);
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const index = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / plot.slot);
    setPointed(index >= 0 && index < labels.length ? index : undefined);
  };
  return (
    <figure className="min-w-0">
      {series.length > 1 || limit !== undefined ? <Legend series={series} limit={limit} isLine={isLine} /> : undefined}
      <div ref={box} className="relative">
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
                height={height - TOP - BOTTOM}
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
            {labels.map((text, index) =>
              index % every === 0 ? (
                <text key={text} x={plot.x(index)} y={height - 8} textAnchor="middle" fill="var(--quiet)">
                  {text}
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

function plotOf(width: number, height: number, count: number, ticks: readonly number[]): Plot {
  const [low, high] = [ticks[0] as number, ticks.at(-1) as number];
  const slot = (width - LEFT - RIGHT) / Math.max(1, count);
  return {
    width,
    height,
    slot,
    x: (index) => LEFT + (index + 0.5) * slot,
    y: (value) => TOP + ((high - value) / (high - low)) * (height - TOP - BOTTOM),
  };
}

type LegendProps = Pick<Props, 'series' | 'limit'> & { readonly isLine: boolean };

function Legend({ series, limit, isLine }: LegendProps) {
  return (
    <ul aria-hidden="true" className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-[13px] text-quiet">
      {series.map(({ name }, nth) => (
        <LegendRow
          key={name}
          name={name}
          colour={colourOf(nth)}
          dash={isLine ? DASHES[nth % DASHES.length] : undefined}
        />
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

type ReadoutProps = Pick<Props, 'labels' | 'series'> & {
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
      className="pointer-events-none absolute top-2 z-10 rounded-control border border-line bg-card px-3 py-2 text-[13px] shadow-lifted"
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

type TableProps = Pick<Props, 'label' | 'labels' | 'series'> & { readonly format: (value: number) => string };

/** The same numbers, for whoever does not see the picture. */
function ChartTable({ label, labels, series, format }: TableProps) {
  return (
    <table className="sr-only">
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
          <tr key={text}>
            <th scope="row">{text}</th>
            {series.map(({ name, values }) => (
              <td key={name}>{textOf(values[index], format)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
