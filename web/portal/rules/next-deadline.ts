/** In how many seconds the first of these times comes that lies ahead; undefined where none does. */
export function secondsToNext(now: string, times: readonly (string | null | undefined)[]): number | undefined {
  const ahead = times
    .filter((time) => time !== null && time !== undefined)
    .map((time) => Math.ceil((Date.parse(time) - Date.parse(now)) / 1_000))
    .filter((seconds) => seconds > 0);
  return ahead.length === 0 ? undefined : Math.min(...ahead);
}
