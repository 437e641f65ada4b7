import { readFile, stat } from 'node:fs/promises';
import { OperatorError } from '../infrastructure/operator-error.ts';
import type { RoutingEngine } from './engine.ts';
import { COSTINGS, matrixQuery, metersFrom, wayFrom, wayQuery } from './valhalla-dialect.ts';

/** Named by a variable, so that a checkout without this optional package still compiles. */
const PACKAGE: string = '@valhallajs/valhallajs';

/** An Actor's work runs on the threads that also read files and resolve names: leave them some. */
const MOST_AT_ONCE = 2;

const NOWHERE = { lat: 0, lng: 0 };

type ValhallaConfig = {
  readonly mjolnir?: { readonly tile_dir?: unknown; readonly tile_extract?: unknown };
  readonly service_limits?: Readonly<Record<string, unknown>>;
};
type Actor = { matrix(query: unknown): Promise<unknown>; route(query: unknown): Promise<unknown> };
type ValhallaPackage = { readonly Actor: new (config: unknown) => Actor };

/** Valhalla inside this process, on the tiles that its configuration file names. */
export async function openValhallaInProcess(configFile: string, packageName = PACKAGE): Promise<RoutingEngine> {
  const config = await readConfig(configFile);
  await checkTiles(config, configFile);
  checkLimits(config, configFile);
  const { Actor } = await loadPackage(packageName);
  // Valhalla would write its own log to the terminal.
  const actor = new Actor({ ...config, mjolnir: { ...config.mjolnir, logging: { type: '' } } });
  await tryOut(actor, configFile);
  const takeTurn = turns(MOST_AT_ONCE);
  const inTurn = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    const giveBack = await takeTurn(signal);
    return work().finally(giveBack);
  };
  return {
    source: 'valhalla',
    matrix: (points, vehicle, signal) =>
      inTurn(signal, async () => metersFrom(await actor.matrix(matrixQuery(points, vehicle)))),
    way: (points, vehicle, signal) => inTurn(signal, async () => wayFrom(await actor.route(wayQuery(points, vehicle)))),
  };
}

async function readConfig(configFile: string): Promise<ValhallaConfig> {
  try {
    return JSON.parse(await readFile(configFile, 'utf8')) as ValhallaConfig;
  } catch (error) {
    throw new OperatorError(
      `WAYBILL_VALHALLA_CONFIG: ${configFile} cannot be read as a Valhalla configuration: ${(error as Error).message}`,
    );
  }
}

/** Valhalla itself starts without tiles and then finds no road anywhere. */
async function checkTiles(config: ValhallaConfig, configFile: string): Promise<void> {
  const places = [config?.mjolnir?.tile_extract, config?.mjolnir?.tile_dir].filter(
    (place): place is string => typeof place === 'string' && place !== '',
  );
  for (const place of places) if (await isThere(place)) return;
  throw new OperatorError(
    `WAYBILL_VALHALLA_CONFIG: ${configFile} names no tiles that exist (mjolnir.tile_dir: ${places.join(', ') || 'none'}); ` +
      'build them with: npx valhalla build_tiles -c <config> <map>.osm.pbf',
  );
}

/** Without limits for a costing Valhalla does not fail when first asked for it: it ends the process. */
function checkLimits(config: ValhallaConfig, configFile: string): void {
  const missing = COSTINGS.filter((costing) => typeof config.service_limits?.[costing] !== 'object');
  if (missing.length > 0)
    throw incomplete(configFile, missing.map((costing) => `service_limits.${costing}`).join(', '));
}

/** What else is missing shows with the first question. That there is no street near this one is no fault. */
async function tryOut(actor: Actor, configFile: string): Promise<void> {
  try {
    await actor.matrix(matrixQuery([NOWHERE, NOWHERE], 'car'));
  } catch (error) {
    const [, missing] = /No such node \(([^)]*)\)/.exec((error as Error).message) ?? [];
    if (missing !== undefined) throw incomplete(configFile, missing);
  }
}

function incomplete(configFile: string, missing: string): OperatorError {
  return new OperatorError(
    `WAYBILL_VALHALLA_CONFIG: ${configFile} lacks ${missing}; make a complete one with: npx valhalla build_config`,
  );
}

async function isThere(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}

async function loadPackage(packageName: string): Promise<ValhallaPackage> {
  try {
    return (await import(packageName)) as ValhallaPackage;
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new OperatorError(
      `WAYBILL_ROUTING=valhalla needs the package ${packageName}, which cannot be loaded here (${reason}); ` +
        `install it with: npm install ${packageName}, or use a server with WAYBILL_ROUTING=valhalla-http`,
    );
  }
}

/** So many at once; the others wait in line until their signal calls them off. Answers with the way to give the turn back. */
function turns(mostAtOnce: number): (signal: AbortSignal) => Promise<() => void> {
  let free = mostAtOnce;
  const line = new Set<() => void>();
  const giveBack = () => {
    const [next] = line;
    if (next === undefined) free += 1;
    else next();
  };
  return async (signal) => {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return giveBack;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        line.delete(start);
        reject(signal.reason);
      };
      const start = () => {
        line.delete(start);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      line.add(start);
      signal.addEventListener('abort', leave, { once: true });
    });
    return giveBack;
  };
}
