import { orThrow } from '../foundation/decision.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { lockCityDispatch, saveCityDispatch } from './dispatch-sql.ts';
import { type CityDispatch, decidePause, decideResumption, type PauseNote } from './rules/pause.ts';

/** What is paused: a city, or one service there. */
export type PausePlace = { readonly locode: string; readonly service: string | undefined };

/** Nothing new is offered until it is resumed; offers that stand can still be taken. */
export async function pauseCity(
  tx: Transaction,
  { locode, service }: PausePlace,
  note: PauseNote,
): Promise<CityDispatch> {
  return change(tx, locode, orThrow(decidePause(await lockCityDispatch(tx, locode), service, note)));
}

export async function resumeCity(tx: Transaction, { locode, service }: PausePlace): Promise<CityDispatch> {
  return change(tx, locode, orThrow(decideResumption(await lockCityDispatch(tx, locode), service)));
}

async function change(tx: Transaction, locode: string, city: CityDispatch): Promise<CityDispatch> {
  await saveCityDispatch(tx, locode, city);
  return city;
}
