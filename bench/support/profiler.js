// Loaded into the program that is profiled: the first SIGUSR2 begins a profile, the second writes it to BENCH_PROFILE.
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

const SAMPLE_MICROSECONDS = 400;
const { BENCH_PROFILE: file } = process.env;
if (isMainThread && file !== undefined) {
  let session;
  process.on('SIGUSR2', async () => {
    if (session === undefined) {
      session = new Session();
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
      await session.post('Profiler.start');
      writeFileSync(`${file}.begun`, '');
    } else {
      const { profile } = await session.post('Profiler.stop');
      session.disconnect();
      session = undefined;
      writeFileSync(file, JSON.stringify(profile));
      writeFileSync(`${file}.ended`, '');
    }
  });
}
