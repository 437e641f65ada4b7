import { goOffline, goOnline } from '../drivers/index.ts';
import { orThrow } from '../foundation/decision.ts';
import { formatInstant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { created, noContent, ok } from '../infrastructure/http/partner-api.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { callForHelp, type HelpDeps } from './call-for-help.ts';
import type { DriverApi } from './driver-api.ts';
import {
  driverToWire,
  EmergencyData,
  EmergencyWire,
  MeWire,
  OnlineWire,
  PositionsData,
  PositionsWire,
  shiftToWire,
} from './presence-wire.ts';
import { readShift } from './read-work-now.ts';
import { createPositionReporter } from './report-positions.ts';
import { actionTime } from './rules/action-time.ts';
import { ActionData, NothingElse } from './wire-forms.ts';

export type PresenceDeps = HelpDeps & { readonly database: Database; readonly catalogue: MarketCatalogue };

export function addPresenceRoutes(api: DriverApi, deps: PresenceDeps): void {
  const reportPositions = createPositionReporter(deps.database);
  api.get(
    '/driver/v1/me',
    { operationId: 'getMe', summary: 'Who I am', answers: { 200: MeWire } },
    async ({ driver, now }) =>
      ok({
        ...driverToWire(driver, homeOf(deps.catalogue, driver.locode)),
        now: formatInstant(now),
        ...shiftToWire(await readShift(deps.database, driver.id)),
      }),
  );
  api.post(
    '/driver/v1/online',
    { operationId: 'goOnline', summary: 'Start taking offers', data: NothingElse, answers: { 200: OnlineWire } },
    async ({ driver, now, once }) =>
      once(async (tx) => ok({ onlineSince: formatInstant(await goOnline(tx, driver.id, now)) })),
  );
  api.post(
    '/driver/v1/offline',
    { operationId: 'goOffline', summary: 'Stop taking offers', data: ActionData, answers: { 204: null } },
    async ({ driver, now, data, once }) => {
      const at = orThrow(actionTime(data.at, now));
      return once(async (tx) => {
        await goOffline(tx, driver.id, at);
        return noContent();
      });
    },
  );
  api.post(
    '/driver/v1/positions',
    {
      operationId: 'reportPositions',
      summary: 'Where I am',
      description: 'At least every 10 seconds while online; what could not be sent comes with the next report.',
      data: PositionsData,
      answers: { 200: PositionsWire },
    },
    async ({ driver, now, data: { positions } }) => ok(await reportPositions(driver.id, positions, now)),
  );
  api.post(
    '/driver/v1/emergency',
    {
      operationId: 'callForHelp',
      summary: 'Call for help',
      description: 'Also for a driver who is suspended. No field is needed, and none that is wrong is refused.',
      purpose: 'HELP',
      data: EmergencyData,
      answers: { 201: EmergencyWire },
    },
    async ({ driver, now, data, once }) => once(async (tx) => created(await callForHelp(deps, tx, driver, data, now))),
  );
}

/** Undefined where the city has been taken off meanwhile. */
function homeOf(catalogue: MarketCatalogue, locode: string) {
  const city = catalogue.city(locode);
  const market = catalogue.all().find(({ cities }) => cities.some((one) => one.locode === locode));
  return city && market && { city, market };
}
