import { SECOND_MS } from '../../src/foundation/time.ts';
import type { Row } from '../row.ts';
import { startProgram } from '../support/production.ts';

/** What a person should at most wait for a start that finds everything made. */
const LIMIT_MS = 3 * SECOND_MS;

export const SECOND_START: Row = {
  row: 15,
  name: 'second-start',
  what: 'time of a second start, from the command to the line that begins with "ready"',
  against: '3 s',
  bar: 1,
  moonshot: 0.3,
  better: 'lower',
  async measure({ isShort, afterwards, dataFolder }) {
    const env = { WAYBILL_DATA: await dataFolder(), WAYBILL_PORT: '0' };
    const start = async () => {
      const begun = performance.now();
      const program = await startProgram(afterwards, 'start', env);
      const tookMs = performance.now() - begun;
      await program.stop();
      return tookMs;
    };
    if (!isShort) await start();
    const ratios: number[] = [];
    for (let round = 0; round < (isShort ? 1 : 3); round++) ratios.push((await start()) / LIMIT_MS);
    return ratios;
  },
};
