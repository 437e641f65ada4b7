import type { MeasuredRow, Results } from './measured-row.ts';
import { spread } from './statistics.ts';
import { markOf, printed, verdict } from './table.ts';

const WIDTH = 920;
const LEFT = 210;
const RIGHT = 740;
const TOP = 102;
const ROW_HEIGHT = 30;
const BOTTOM = 46;

const STYLE = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2933; }
  .card { fill: #ffffff; stroke: #d9dfe5; }
  .title { font-size: 16px; font-weight: 600; }
  .quiet { font-size: 12px; fill: #5f6c7b; }
  .grid { stroke: #e8ecf0; }
  .bar { stroke: #5f6c7b; stroke-dasharray: 4 3; }
  .stem, .whisker { stroke-width: 2; }
  .stem { stroke-opacity: 0.35; }
  .goal { fill: none; stroke: #5f6c7b; stroke-width: 1.5; }
  .moonshot, .met { stroke: #0b7a5f; }
  circle.moonshot, circle.met, text.moonshot, text.met { fill: #0b7a5f; }
  .missed { stroke: #b4530a; }
  circle.missed, text.missed { fill: #b4530a; }
  text.moonshot, text.met, text.missed { stroke: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6eaee; }
    .card { fill: #12181f; stroke: #2b3540; }
    .quiet { fill: #97a3b0; }
    .grid { stroke: #222b34; }
    .bar, .goal { stroke: #97a3b0; }
    .moonshot, .met { stroke: #3ecf9f; }
    circle.moonshot, circle.met, text.moonshot, text.met { fill: #3ecf9f; }
    .missed { stroke: #f2994a; }
    circle.missed, text.missed { fill: #f2994a; }
  }`;

/** How far from its bar: 1 is the bar itself, 2 twice as good, whichever way is better. */
export function timesTheBar({ bar, better }: Pick<MeasuredRow, 'bar' | 'better'>, ratio: number): number {
  return better === 'higher' ? ratio / bar : bar / ratio;
}

/** Every row on one scale, by how far it is from its bar: to the right is better. */
export function plotResults({ machine, commit, rows }: Results): string {
  const height = TOP + rows.length * ROW_HEIGHT + BOTTOM;
  const ticks = ticksFor(rows);
  const [first, last] = [ticks[0] as number, ticks.at(-1) as number];
  const x = (times: number) => round(LEFT + ((RIGHT - LEFT) * Math.log(times / first)) / Math.log(last / first));
  const floor = height - BOTTOM + 4;
  const grid = ticks.map(
    (
      tick,
    ) => `<line class="${tick === 1 ? 'bar' : 'grid'}" x1="${x(tick)}" x2="${x(tick)}" y1="${TOP - 14}" y2="${floor}"/>
<text class="quiet" x="${x(tick)}" y="${floor + 18}" text-anchor="middle">${tick === 1 ? 'the bar' : printedTick(tick)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Every row of the bench beside its bar">
<style>${STYLE}
</style>
<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
<text class="title" x="20" y="32">Measured beside the bar</text>
<text class="quiet" x="20" y="52">To the right is better. Dot: median; line: from the worst to the best round; ring: the moonshot.</text>
<text class="quiet" x="20" y="70">${escaped(machine)}, commit ${commit.slice(0, 10)}</text>
${[...grid, ...rows.map((row, index) => drawRow(row, TOP + (index + 0.5) * ROW_HEIGHT, x))].join('\n')}
</svg>
`;
}

function drawRow(row: MeasuredRow, y: number, x: (times: number) => number): string {
  const at = (ratio: number) => x(timesTheBar(row, ratio));
  const judged = verdict(row);
  const look = judged === 'not met' ? 'missed' : judged;
  const [low, high] = spread(row.rounds);
  return `<text x="20" y="${y + 4}"><tspan class="quiet">${row.row}</tspan></text>
<text x="48" y="${y + 4}">${row.name}</text>
<line class="stem ${look}" x1="${x(1)}" x2="${at(row.ratio)}" y1="${y}" y2="${y}"/>
<line class="whisker ${look}" x1="${at(low)}" x2="${at(high)}" y1="${y}" y2="${y}"/>
<circle class="goal" cx="${at(row.moonshot)}" cy="${y}" r="6"/>
<circle class="${look}" cx="${at(row.ratio)}" cy="${y}" r="4.5"/>
<text class="${look}" x="${RIGHT + 18}" y="${y + 4}">${printed(row.ratio)}</text>
<text class="quiet" x="${RIGHT + 66}" y="${y + 4}">${markOf(row, row.bar)} · ${judged}</text>`;
}

/** Powers of two that hold every point, and the bar. */
function ticksFor(rows: readonly MeasuredRow[]): readonly number[] {
  const points = rows.flatMap((row) =>
    [...spread(row.rounds), row.moonshot].map((ratio) => Math.log2(timesTheBar(row, ratio))),
  );
  const first = Math.min(-1, Math.floor(Math.min(...points)));
  const last = Math.max(1, Math.ceil(Math.max(...points)));
  return Array.from({ length: last - first + 1 }, (_, index) => 2 ** (first + index));
}

function printedTick(tick: number): string {
  return tick >= 1 ? `${tick} ×` : `1/${1 / tick}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
