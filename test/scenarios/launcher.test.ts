import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openFolder } from '../support/open-folder.ts';
import { runProgram } from '../support/program.ts';

/** A checkout that is quickly built: a program that says hello, a page, and a client that greets. */
const SMALL: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
  'vite.server.config.ts': 'export default { root: import.meta.dirname, build: { ssr: "src/main/cli.ts" } };',
  'src/main/cli.ts': `console.log('hello');`,
  'src/main/cli.test.ts': `import 'nothing';`,
  'clients/node/tsconfig.json':
    '{ "compilerOptions": { "module": "NodeNext", "rootDir": "src", "outDir": "dist" }, "include": ["src"] }',
  'clients/node/src/index.ts': `export const greeting = 'hello';`,
  'web/index.html': '<p>hello',
  'web/vite.config.ts': 'export default { root: import.meta.dirname };',
};

/** Of its own for each test, and not built yet. */
async function openCheckout() {
  const home = await openFolder('launcher');
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(SMALL)) {
    await mkdir(path.join(home, path.dirname(file)), { recursive: true });
    await writeFile(path.join(home, file), content);
  }
  await cp('bin', path.join(home, 'bin'), { recursive: true });
  await symlink(path.resolve('node_modules'), path.join(home, 'node_modules'));
  return {
    home,
    async run(): Promise<{ code: unknown; output: string; errors: string }> {
      const child = spawn(process.execPath, [path.join(home, 'bin', 'waybill.js')]);
      const said = Promise.all([text(child.stdout), text(child.stderr)]);
      const [code] = await once(child, 'close');
      const [output, errors] = await said;
      return { code, output, errors };
    },
    /** Whoever tries the guide in the same folder imports it. */
    builtClient: () => readFile(path.join(home, 'clients/node/dist/index.js'), 'utf8'),
  };
}

test('a checkout is built by its first start, also by two at once; then only what is built from builds it anew', async () => {
  const { home, run, builtClient } = await openCheckout();
  for (const { code, output, errors } of await Promise.all([run(), run()])) {
    expect([code, output]).toEqual([0, 'hello\n']);
    expect(errors).toContain('Building Waybill\n');
  }
  expect(await builtClient()).toContain(`'hello'`);
  await utimes(path.join(home, 'src/main/cli.test.ts'), new Date(), new Date());
  expect(await run()).toEqual({ code: 0, output: 'hello\n', errors: '' });
  await writeFile(path.join(home, 'src/main/cli.ts'), `console.log('goodbye');`);
  expect(await run()).toMatchObject({ code: 0, output: 'goodbye\n', errors: expect.stringContaining('Building') });
  await writeFile(path.join(home, 'clients/node/src/index.ts'), `export const greeting = 'goodbye';`);
  expect((await run()).errors).toContain('Building');
  expect(await builtClient()).toContain(`'goodbye'`);
  expect((await run()).errors).toBe('');
});

test('what a build leaves that was ended midway is put away by the next one, but not what somebody else builds', async () => {
  const { home, run } = await openCheckout();
  const over = spawn(process.execPath, ['--version']);
  await once(over, 'close');
  const left = [`.dist-${over.pid}`, `.dist-${over.pid}-client`, `.dist-${over.pid}-before`];
  const others = `.dist-${process.pid}`;
  for (const folder of [...left, others]) await mkdir(path.join(home, folder, 'web'), { recursive: true });
  expect((await run()).code).toBe(0);
  expect((await readdir(home)).filter((name) => name.startsWith('.dist-'))).toEqual([others]);
});

test('a bug shows the lines of the sources, not those of the build', async () => {
  // A file that comes with the program cannot be read.
  const breakReading = `
    import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module'; const { readFileSync } = fs;
    fs.readFileSync = (file, ...how) => { if (String(file).endsWith('/package.json')) throw new Error('no'); return readFileSync(file, ...how); };
    syncBuiltinESMExports();`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(breakReading)}`;
  const program = runProgram({ args: ['--version'], env: { NODE_OPTIONS } });
  expect(await program.ended).toBe(1);
  expect(program.errors()).toMatch(/^Error: no\n[\s\S]*at programVersion \(src\/main\/program-version\.ts:\d+:\d+\)\n/);
  const [, line] = /program-version\.ts:(\d+)/.exec(program.errors()) ?? [];
  expect((await readFile('src/main/program-version.ts', 'utf8')).split('\n')[Number(line) - 1]).toContain(
    "'package.json'",
  );
});
