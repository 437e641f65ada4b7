/** How unevenly drivers earn: the standard deviation as a share of the mean; 0 where all earn alike, or nobody has earned. */
export function spreadOf(perHour: readonly number[]): number {
  const mean = perHour.reduce((sum, value) => sum + value, 0) / Math.max(1, perHour.length);
  if (mean === 0) return 0;
  const variance = perHour.reduce((sum, value) => sum + (value - mean) ** 2, 0) / perHour.length;
  return Math.sqrt(variance) / mean;
}
