import { send } from '../../test/support/partner-client.ts';
import type { Row } from '../row.ts';
import type { Production } from '../support/production.ts';
import { median } from '../support/statistics.ts';

export const UNKNOWN_KEY: Row = {
  row: 14,
  name: 'unknown-key',
  what: 'time of a 401 for an unknown key',
  against: 'the same for a known key with a wrong signature',
  bar: 1.1,
  moonshot: 1,
  better: 'lower',
  async measure({ isShort, production }) {
    const program = await production();
    const [rounds, calls] = isShort ? [1, 5] : [5, 300];
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const unknown: number[] = [];
      const known: number[] = [];
      for (let index = 0; index < calls; index++) {
        unknown.push(await refusalMs(program, `pk_prod_${'0'.repeat(32)}`));
        known.push(await refusalMs(program, program.partner.apiKey));
      }
      ratios.push(median(unknown) / median(known));
    }
    return ratios;
  },
};

async function refusalMs({ port, ca }: Production, apiKey: string): Promise<number> {
  const authorization = `hmac ${apiKey}:${Date.now()}:${'0'.repeat(64)}`;
  const begun = performance.now();
  const { status } = await send({ port, ca }, { path: '/v3/cities', headers: { authorization, market: 'HK' } });
  if (status !== 401) throw new Error(`expected 401, got ${status}`);
  return performance.now() - begun;
}
