const STEPS = [1, 2, 5, 10];

/** Round numbers from the least to the greatest that are to be shown, with both inside and zero among them; about `count` of them. */
export function ticksOf(least: number, greatest: number, count = 4): readonly number[] {
  const low = Math.min(0, least);
  const high = Math.max(0, greatest);
  if (low === high) return [0, 1];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough * 0.999) as number) * power;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  return Array.from({ length: last - first + 1 }, (_, index) => round((first + index) * step));
}

/** Without the crumbs of binary fractions. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}
