import { build } from 'vite';

/** The client as one minified file, as a bundler puts it into a page. */
export async function bundleClient(): Promise<string> {
  const results = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: 'clients/node/src/index.ts', preserveEntrySignatures: 'strict' },
    },
  });
  const [result] = [results].flat();
  if (result === undefined || !('output' in result)) throw new Error('no bundle');
  return result.output[0].code;
}
