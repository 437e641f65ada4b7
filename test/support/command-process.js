// Runs commands one after another in one process, which reads the program only once: of a command's second that reading is nearly all.
const said = { output: '', errors: '' };
let runs = 0;

function listen(stream, part) {
  stream.write = (chunk, ...rest) => {
    said[part] += chunk;
    rest.at(-1)?.();
    return true;
  };
}
listen(process.stdout, 'output');
listen(process.stderr, 'errors');

/** A process of its own ends when nothing is left that could still happen. */
async function isOver(before) {
  for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 5) {
    if (process.getActiveResourcesInfo().length <= before) return true;
    await new Promise((resolve) => setTimeout(resolve, 5).unref());
  }
  return false;
}

/** A process of its own takes along what it listened to. */
function forgetListeners() {
  for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException']) process.removeAllListeners(event);
}

process.on('disconnect', () => process.exit());
const home = process.cwd();
process.on('message', async ({ args, env, cwd }) => {
  const before = process.getActiveResourcesInfo().length;
  Object.assign(said, { output: '', errors: '' });
  process.argv.splice(2, Infinity, ...args);
  process.exitCode = undefined;
  process.chdir(cwd ?? home);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  await import(runs === 0 ? '../../bin/waybill.js' : `../../dist/server/cli.js?run=${runs}`);
  runs += 1;
  forgetListeners();
  const code = process.exitCode ?? 0;
  process.send({ ...said, code: (await isOver(before)) ? code : `still busy: ${process.getActiveResourcesInfo()}` });
});
