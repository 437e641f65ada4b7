import { defineConfig } from 'vitest/config';

/** Rules need nothing and run first; the rest shares one PostgreSQL, with a database of its own for each file. */
export default defineConfig({
  test: {
    maxWorkers: 2,
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
        test: { name: 'rules', include: ['{src,web,clients/node/src}/**/*.test.ts', 'test/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/{api,scenarios,browser}/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 10_000, interval: 20 } },
        },
      },
    ],
  },
});
