import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);
/** Not its `source`, which is twice as long and goes to every page that is looked at. */
const CHECKER = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

type Found = readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];

/** At night the page is the same in other colours, so only these rules can find something that they did not find by day. */
const RULES_ON_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What the checker finds on the page as it stands, by day and at night. A page whose colours take their time needs `reducedMotion`. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // By the debugger the checker comes past the page's policy, which stays in force.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(CHECKER);
  await page.emulateMedia({ colorScheme: 'light' });
  const byDay = await run(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const atNight = await run(page, { type: 'rule', values: RULES_ON_COLOURS });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...told('by day', byDay), ...told('at night', atNight)];
}

async function run(
  page: Page,
  runOnly?: { readonly type: 'rule'; readonly values: readonly string[] },
): Promise<Found> {
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly });
  return (await page.evaluate(`axe.run(${options}).then(({ violations }) => violations)`)) as Found;
}

function told(when: string, faults: Found): string[] {
  return faults.map(({ id, nodes }) => `${when}, ${id}: ${nodes[0]?.html}`);
}
