import type { CleanUp } from '../../support/clean-up.ts';
import { CONNECTIONS, startLoad } from '../../support/load.ts';
import { startProduction } from '../../support/production.ts';
import { spread } from '../../support/statistics.ts';
import { type SoakFigures, summariseSoak } from './judge-soak.ts';
import { createMix } from './mix.ts';
import type { LoadTerms } from './overload.ts';
import { METRICS_TOKEN, watchVitals } from './vitals.ts';

/** Signatures age, so requests are made for a while only. */
const ROUND_SECONDS = 15;
const MOST_PER_SECOND = 4_000;
const WATCH_EVERY_MS = 1_000;

/** As much as it can answer, for long: whatever grows is seen. */
export async function runSoak(
  afterwards: CleanUp['afterwards'],
  { seconds }: LoadTerms,
  report: (line: string) => void,
): Promise<SoakFigures> {
  const program = await startProduction(afterwards, { WAYBILL_METRICS_TOKEN: METRICS_TOKEN });
  const load = startLoad(afterwards, CONNECTIONS);
  const mix = await createMix(program, load);
  const perSecond: number[] = [];
  const watch = watchVitals(program, WATCH_EVERY_MS);
  const endsAt = performance.now() + seconds * 1_000;
  while (performance.now() < endsAt) {
    // As many as the quickest round has used, and some more.
    const most = perSecond.length === 0 ? MOST_PER_SECOND : Math.ceil(spread(perSecond)[1] * 1.5);
    const requests = await mix.prepare(most * ROUND_SECONDS);
    const sent = await load([program], requests, { seconds: ROUND_SECONDS });
    perSecond.push(sent.perSecond);
    report(`${Math.round(sent.perSecond)} calls a second`);
  }
  return summariseSoak(
    seconds,
    perSecond.map((each) => each * ROUND_SECONDS),
    await watch.stop(),
  );
}
