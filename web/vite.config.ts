import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** What the screens of an app have in common comes as a whole: a piece for every set of screens that share it would be forty requests a page. */
const PARTS = [
  {
    name: 'react',
    test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store)[\\/]/,
  },
  // What draws is large, and comes after the page.
  { name: 'map', test: /shared[\\/]map[\\/](?!delivery-map|draw-map|glide|open-map|style)/ },
  { name: 'ui', test: /shared[\\/](ui[\\/]|map[\\/]delivery-map|money-text)/ },
  { name: 'desk', test: /shared[\\/]desk[\\/]|[\\/]src[\\/]/ },
  { name: 'portal', test: /web[\\/]portal[\\/](?!screens|main|index)/ },
  { name: 'console', test: /web[\\/]console[\\/](?!screens|map|main|index)/ },
  { name: 'driver', test: /web[\\/]driver[\\/](?!screens|words|service-worker|main|index)/ },
];

/** Every text is kept beside its packed forms, so that no request packs it. */
function packed(): Plugin {
  const PACKINGS = [
    // The best two levels take ten times as long for a few bytes.
    ['.br', (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })],
    ['.gz', promisify(gzip)],
  ] as const;
  return {
    name: 'packed',
    apply: 'build',
    async writeBundle({ dir }) {
      const files = await readdir(dir as string, { recursive: true });
      const texts = files.filter((file) => /\.(m?js|css|html|svg|json|webmanifest)$/.test(file));
      await Promise.all(
        texts.map(async (file) => {
          const whole = path.join(dir as string, file);
          const bytes = await readFile(whole);
          for (const [ending, pack] of PACKINGS) await writeFile(whole + ending, await pack(bytes));
        }),
      );
    },
  };
}

export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss(), packed()],
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    manifest: 'manifest.json',
    license: { fileName: 'licences.md' },
    target: 'es2022',
    // A picture inside a script would have to be allowed by the pages' policy.
    assetsInlineLimit: 0,
    // The map's own script is that large; it comes after the page, where there is a map.
    chunkSizeWarningLimit: 1_200,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [
        here('console/index.html'),
        here('driver/index.html'),
        here('portal/index.html'),
        here('driver/service-worker.ts'),
        here('tracking/main.ts'),
        here('docs/main.ts'),
      ],
      output: { codeSplitting: { groups: PARTS } },
      checks: { pluginTimings: false, bundlerTimings: false },
    },
  },
});
