import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { runs } from './test/support/runs.ts';

/** How long files take whose path begins so, roughly; the first that fits counts. */
const SECONDS: readonly (readonly [seconds: number, paths: readonly string[]])[] = [
  [70, ['api/fuzz', 'browser/driver-care']],
  [60, ['scenarios/start', 'browser/console-office']],
  [45, ['scenarios/long-lists', 'browser/console-city', 'browser/portal-integration']],
  [40, ['scenarios/simulation.', 'scenarios/orders-model', 'browser/driver-offline']],
  [30, ['scenarios/bench', 'scenarios/upgrade', 'scenarios/cli.', 'scenarios/database-trouble']],
  [
    20,
    [
      'scenarios/documents',
      'scenarios/trust',
      'scenarios/package',
      'scenarios/parcel-planning',
      'scenarios/examples',
      'scenarios/webhook-isolation',
      'browser/',
    ],
  ],
  [12, ['scenarios/webhook-', 'scenarios/backup', 'scenarios/erase-person']],
  [5, ['scenarios/']],
  [2, ['api/']],
];

/** They spend much of their time waiting: for a page, for a receiver that hangs, for a line that is cut. */
const WAITING = ['browser/', 'scenarios/webhook-', 'scenarios/database-trouble', 'scenarios/erase-person'];
/** By then the last of them is begun: in the end nothing is left that would use the cores meanwhile. */
const WAITING_UNTIL = 0.9;

const isAt = ({ moduleId }: TestSpecification, path: string): boolean => moduleId.includes(`/test/${path}`);
const secondsOf = (file: TestSpecification): number =>
  SECONDS.find(([, paths]) => paths.some((path) => isAt(file, path)))?.[0] ?? 1;
const isWaiting = (file: TestSpecification): boolean => WAITING.some((path) => isAt(file, path));

/**
 * The longest first: begun last, one of them would keep all others waiting in the end.
 * And those that wait spread among the others, which have the cores meanwhile.
 */
class EvenLoad extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((one, other) => secondsOf(other) - secondsOf(one));
    const shares = [
      ...sharesBegun(sorted.filter(isWaiting), WAITING_UNTIL),
      ...sharesBegun(sorted.filter((file) => !isWaiting(file))),
    ];
    return shares.toSorted((one, other) => one.share - other.share).map(({ file }) => file);
  }
}

/** How much of the run is over, by time, when each is begun, where the last has ended by such a share of it. */
function sharesBegun(files: readonly TestSpecification[], until = 1) {
  const all = files.reduce((sum, file) => sum + secondsOf(file), 0);
  let before = 0;
  return files.map((file) => {
    const share = (until * before) / all;
    before += secondsOf(file);
    return { file, share };
  });
}

/** Rules need nothing and run first; the rest shares one PostgreSQL, with a database of its own for each file. */
export default defineConfig({
  test: {
    // One more than the cores that are promised: a test often waits for a page, a process or a timer.
    maxWorkers: 3,
    sequence: { sequencer: EvenLoad },
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
