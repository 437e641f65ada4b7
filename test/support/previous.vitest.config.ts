import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** For API tests of the previous program: the database comes from this one, so that it is migrated as it is here. */
export default defineConfig({
  test: {
    include: ['test/api/**/*.test.ts'],
    globalSetup: [fileURLToPath(new URL('global-setup.ts', import.meta.url))],
    // A worker reads the whole program, which takes longer than a file or two.
    maxWorkers: 1,
    isolate: false,
    execArgv: ['--max-semi-space-size=32'],
    testTimeout: 60_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
});
