import { DATABASE } from './groups/database.ts';
import { DRIVERS } from './groups/drivers.ts';
import { FILES } from './groups/files.ts';
import { GEOGRAPHY } from './groups/geography.ts';
import { KEPT_DATA, LOOKING_UP } from './groups/lifetimes.ts';
import { PARCELS } from './groups/parcels.ts';
import { PROTECTION } from './groups/protection.ts';
import { SERVING } from './groups/serving.ts';
import { TERMINAL } from './groups/terminal.ts';
import { WEBHOOKS } from './groups/webhooks.ts';

/** Every setting there is, in the order in which the documents list them. */
export const SETTINGS = {
  ...DATABASE,
  ...SERVING,
  ...PROTECTION,
  ...DRIVERS,
  ...GEOGRAPHY,
  ...FILES,
  ...KEPT_DATA,
  ...PARCELS,
  ...LOOKING_UP,
  ...WEBHOOKS,
  ...TERMINAL,
};
