type Step = { readonly from: number | null; readonly to: number | null };

/** A step of change in percent, such as "−10 … −5 %". */
export function stepText({ from, to }: Step): string {
  if (from === null) return `< ${signed(to ?? 0)} %`;
  if (to === null) return `≥ ${signed(from)} %`;
  return from === to ? 'same' : `${signed(from)} … ${signed(to)} %`;
}

function signed(percent: number): string {
  return percent < 0 ? `−${-percent}` : percent === 0 ? '0' : `+${percent}`;
}

/** How many of how many, in words for a person. */
export function shareText(count: number, of: number): string {
  if (of === 0) return '0';
  const percent = (count * 100) / of;
  const rounded =
    percent > 0 && percent < 1 ? 'under 1' : percent > 99 && percent < 100 ? 'over 99' : Math.round(percent);
  return `${count} (${rounded} %)`;
}
