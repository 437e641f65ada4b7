import path from 'node:path';
import type { PartnerId } from '../foundation/ids.ts';
import { readIfThere, writeWhole } from '../infrastructure/data-folder.ts';

export type DemoPartner = {
  readonly partnerId: PartnerId;
  readonly name: string;
  readonly market: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly webhookSecret: string;
  /** Where its sandbox answers, once it has. */
  readonly url?: string;
};

export const demoPartnerFile = (dataFolder: string): string => path.join(dataFolder, 'demo-partner.json');

export async function writeDemoPartner(dataFolder: string, demo: DemoPartner): Promise<void> {
  await writeWhole(demoPartnerFile(dataFolder), `${JSON.stringify(demo, null, 2)}\n`, 0o600);
}

export async function readDemoPartner(dataFolder: string): Promise<DemoPartner | undefined> {
  const text = await readIfThere(demoPartnerFile(dataFolder));
  try {
    return text === undefined ? undefined : (JSON.parse(text) as DemoPartner);
  } catch {
    // Half a file is as good as none: the demo partner is found again, or made anew.
    return undefined;
  }
}
