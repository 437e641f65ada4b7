import { defineConfig } from 'vitest/config';

/** Rules need nothing and run first; the rest shares one PostgreSQL, with a database of its own for each file. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'rules', include: ['src/**/*.test.ts', 'test/*.test.ts'] } },
      {
        test: {
          name: 'system',
          include: ['test/{api,scenarios,browser}/**/*.test.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 240_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
