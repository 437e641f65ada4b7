/** Undefined where there is nothing to have a share of. */
export function shareOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

/** How much more or less, in percent of before; undefined where that says nothing. */
export function against(now: number | undefined, before: number | undefined): string | undefined {
  if (now === undefined || before === undefined || before === 0) return undefined;
  const percent = Math.round(((now - before) * 100) / before);
  if (percent === 0) return 'The same';
  return percent > 0 ? `+${percent} %` : `−${-percent} %`;
}
