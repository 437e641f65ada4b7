import { inject } from 'vitest';
import { copyFolder } from './linked.ts';

/** A data folder whose database is made and migrated, where a first start is not what a test is about. */
export async function prepareData(folder: string): Promise<void> {
  await copyFolder(inject('shared').preparedData, folder);
}
