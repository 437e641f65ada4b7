import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** What is native, or reads files of its own package, stays there, and is a dependency; all else is bundled, and only developers install it. Loaded where first needed. */
export const LEFT_IN_PLACE = ['@node-rs/argon2', 'bwip-js', 'fontkit', 'pdfkit', 'sharp'];

/** The server in a few files: to find and read nine hundred took longer than all else that a start does. */
export default defineConfig({
  root: here('.'),
  publicDir: false,
  ssr: { noExternal: true, external: LEFT_IN_PLACE },
  build: {
    ssr: true,
    outDir: here('dist/server'),
    emptyOutDir: true,
    target: 'node20',
    // Read where a stack is shown (`infrastructure/source-lines.ts`).
    sourcemap: true,
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // By these names they are started: `bin/waybill.js`, `infrastructure/thread.ts`.
      input: [here('src/main/cli.ts'), here('src/plus/plan-thread.ts'), here('src/routing/stop-order-thread.ts')],
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', sourcemapExcludeSources: true },
      checks: { pluginTimings: false, bundlerTimings: false },
    },
  },
});
