import { listCityDispatch, type Pause, pausesOf } from '../dispatch/index.ts';
import { openEmergencies, type SeenEmergency } from '../driver-app/index.ts';
import { type Driver, findDrivers } from '../drivers/index.ts';
import type { Queryable } from '../infrastructure/database/database.ts';

const MOST_EMERGENCIES = 50;

/** What everybody at the console should know, whatever they look at: calls for help, and what is paused. */
export type Alerts = {
  readonly emergencies: readonly { readonly emergency: SeenEmergency; readonly driver: Driver | undefined }[];
  readonly pauses: readonly (Pause & { readonly locode: string })[];
};

export async function readAlerts(sql: Queryable): Promise<Alerts> {
  const [emergencies, cities] = await Promise.all([openEmergencies(sql, MOST_EMERGENCIES), listCityDispatch(sql)]);
  const drivers = await findDrivers(sql, [...new Set(emergencies.map(({ driverId }) => driverId))]);
  return {
    emergencies: emergencies.map((emergency) => ({
      emergency,
      driver: drivers.find(({ id }) => id === emergency.driverId),
    })),
    pauses: [...cities].flatMap(([locode, city]) => pausesOf(city).map((pause) => ({ ...pause, locode }))),
  };
}
