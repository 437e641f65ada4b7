import { Chart, type ChartData, colourOf, dashOf, type Plot, type Series } from './chart-frame.tsx';

/** Bars side by side, or one on another. */
export function BarChart({ stacked = false, ...props }: ChartData & { readonly stacked?: boolean }) {
  return (
    <Chart {...props} extent={stacked ? stackedExtent(props.series) : extentOf(props.series)}>
      {(plot) => (stacked ? <StackedBars {...props} plot={plot} /> : <Bars {...props} plot={plot} />)}
    </Chart>
  );
}

export function LineChart(props: ChartData) {
  return (
    <Chart {...props} extent={extentOf(props.series)} isLine>
      {(plot) => <Lines {...props} plot={plot} />}
    </Chart>
  );
}

type Drawing = Pick<ChartData, 'labels' | 'series'> & { readonly plot: Plot };

function Bars({ labels, series, plot }: Drawing) {
  const width = Math.min(40, (plot.slot * 0.7) / series.length);
  return labels.map((_, index) =>
    series.map(({ name, values }, nth) => {
      const left = plot.x(index) + (nth - series.length / 2) * width;
      return <Bar key={`${left} ${name}`} {...{ plot, left, width, nth }} from={0} to={values[index] ?? 0} />;
    }),
  );
}

function StackedBars({ labels, series, plot }: Drawing) {
  const width = Math.min(48, plot.slot * 0.7);
  return labels.map((_, index) => {
    let from = 0;
    return series.map(({ name, values }, nth) => {
      const begin = from;
      from += values[index] ?? 0;
      const left = plot.x(index) - width / 2;
      return <Bar key={`${left} ${name}`} {...{ plot, left, width, nth }} from={begin} to={from} />;
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
      <path d={lineOf(values, plot)} fill="none" strokeWidth="2" strokeLinejoin="round" strokeDasharray={dashOf(nth)} />
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
