import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { runs } from './test/support/runs.ts';

/** Those that take longest, roughly in this order: begun last, one of them would keep all others waiting in the end. */
const LONGEST = [
  ...['api/fuzz', 'scenarios/bench', 'scenarios/start', 'scenarios/upgrade', 'scenarios/orders-model', 'browser/'],
  ...['scenarios/documents', 'scenarios/trust', 'scenarios/simulation', 'scenarios/cli', 'scenarios/package'],
  ...['scenarios/long-lists', 'scenarios/backup', 'scenarios/parcel-planning', 'scenarios/examples'],
  ...['scenarios/', 'api/tenants'],
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = LONGEST.findIndex((name) => moduleId.includes(`/test/${name}`));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/** Rules need nothing and run first; the rest shares one PostgreSQL, with a database of its own for each file. */
export default defineConfig({
  test: {
    // One more than the cores that are promised: a test often waits for a page, a process or a timer.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A worker reads the program once, not once a file.
    isolate: false,
    // What the rules' run has made of the sources, the system's run finds there.
    experimental: { fsModuleCache: true },
    execArgv: [
      // Many programs are started and left behind in a worker: with more room for the young, a quarter less of a start is spent on clearing up.
      '--max-semi-space-size=32',
      '--import=./test/support/end-with-run.js',
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'screenshots',
          include: ['tools/make-screenshots.ts'],
          globalSetup: ['test/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{src,web,bench,clients/node/src}/**/*.test.ts', 'test/*.test.ts'],
          // Of a property on a busy machine; none of them judges by time.
          testTimeout: runs(30_000),
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/{api,scenarios,browser}/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: runs(60_000),
          hookTimeout: 240_000,
          // Looking costs more than waiting: the cores are what the files share.
          expect: { poll: { timeout: 20_000, interval: 50 } },
        },
      },
    ],
  },
});
