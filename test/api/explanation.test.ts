import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createWorld } from '../support/world.ts';

const MARKED = /(<!-- explanation -->\n```json\n)([\s\S]*?)(```\n<!-- end of explanation -->)/;

test('the explanation printed in docs/rules.md is what the API answers (UPDATE_DOCS=1 prints it anew)', async () => {
  const world = await createWorld();
  const stop = (address: string, lat: string, lng: string) => ({ address, coordinates: { lat, lng } });
  const data = {
    serviceType: 'VAN',
    language: 'en_HK',
    scheduleAt: '2026-11-26T11:30:00Z',
    isRouteOptimized: true,
    specialRequests: ['TOLL_FEE_1'],
    stops: [
      stop('Central', '22.2819', '114.1582'),
      stop('Sha Tin', '22.3817', '114.1877'),
      stop('Mong Kok', '22.3193', '114.1694'),
    ],
  };
  const quotation = await world.call('POST', '/v3/quotations', { body: JSON.stringify({ data }) });
  const answer = await world.call('GET', `/v3/quotations/${quotation.json.data.quotationId}/explanation`);
  await world.close();
  const printed = `${JSON.stringify(answer.json.data, null, 2)}\n`;
  const page = await readFile('docs/rules.md', 'utf8');
  if (process.env.UPDATE_DOCS === '1')
    await writeFile(
      'docs/rules.md',
      page.replace(MARKED, (_, head, _old, foot) => head + printed + foot),
    );
  expect(MARKED.exec(await readFile('docs/rules.md', 'utf8'))?.[2]).toBe(printed);
});
