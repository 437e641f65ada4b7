// npm leaves optional packages that its registry does not offer out of the lock file, and `npm ci` then refuses the file.
// This names them, with the platform they are for, so that every other platform passes them over. Run after npm install.
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix'];
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const missing = Object.entries(lock.packages).flatMap(([, { dev, optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => lock.packages[`node_modules/${name}`] === undefined)
    .map(([name, version]) => ({ name, version, dev })),
);
for (const { name, version, dev } of missing) {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (cpu.length === 0 && os.length === 0) throw new Error(`${name} names no platform; install it by hand`);
  lock.packages[`node_modules/${name}`] = {
    version,
    cpu,
    ...(dev ? { dev } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${missing.length} packages of other platforms named in package-lock.json\n`);
