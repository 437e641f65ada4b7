import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of pages and stories take longest, so they come first: otherwise all wait for the last of them in the end. */
class LongestKindsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification) => moduleId.includes('/test/api/');
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isShort(file)), ...sorted.filter(isShort)];
  }
}

/** Rules need nothing and run first; the rest shares one PostgreSQL, with a database of its own for each file. */
export default defineConfig({
  test: {
    // One more than the cores that are promised: a test often waits for a page, a process or a timer.
    maxWorkers: 3,
    sequence: { sequencer: LongestKindsFirst },
    // A worker reads the program once, not once a file.
    isolate: false,
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
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/{api,scenarios,browser}/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 240_000,
          // Looking costs more than waiting: the cores are what the files share.
          expect: { poll: { timeout: 10_000, interval: 50 } },
        },
      },
    ],
  },
});
