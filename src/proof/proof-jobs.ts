import type { FileStore } from '../infrastructure/files/file-store.ts';
import type { JobHandlers } from '../infrastructure/jobs/worker.ts';
import { SWEEP_FILE, sweepFile } from './sweep-file.ts';

export function proofJobs(files: FileStore): JobHandlers {
  return {
    [SWEEP_FILE]: async (tx, { payload, log }) => {
      const fileKey = String(payload.fileKey);
      if (await sweepFile(files, tx, fileKey)) log.info({ fileKey }, 'a picture that no proof names was removed');
      return undefined;
    },
  };
}
