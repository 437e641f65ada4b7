import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { inWords } from '../../foundation/in-words.ts';
import type { Instant } from '../../foundation/time.ts';

/** Why something is paused, since when, and who did it. */
export type PauseNote = { readonly reason: string; readonly by: string; readonly at: Instant };

/** How a city matches orders and drivers. */
export type CityDispatch = {
  readonly mode: 'POOL' | 'BROADCAST';
  readonly paused: boolean;
  readonly pausedServices: readonly string[];
  /** By service, '' for the whole city. What was paused without a word has none. */
  readonly notes: Readonly<Record<string, PauseNote>>;
};

export const OPEN_CITY: CityDispatch = { mode: 'POOL', paused: false, pausedServices: [], notes: {} };

/** `service`: undefined for the whole city. */
export type Pause = { readonly service: string | undefined; readonly note: PauseNote | undefined };

const WHOLE_CITY = '';

/** All that is paused, the whole city first. */
export function pausesOf({ paused, pausedServices, notes }: CityDispatch): readonly Pause[] {
  return [
    ...(paused ? [{ service: undefined, note: notes[WHOLE_CITY] }] : []),
    ...pausedServices.map((service) => ({ service, note: notes[service] })),
  ];
}

/** Two who pause at once have two reasons; the later is told of the first. */
export function decidePause(city: CityDispatch, service: string | undefined, note: PauseNote): Decision<CityDispatch> {
  const known = pausesOf(city).find((pause) => pause.service === service);
  if (known !== undefined)
    return refused('ERR_CHANGED_MEANWHILE', `${named(service)} is paused already${toldBy(known.note)}.`);
  const notes = { ...city.notes, [service ?? WHOLE_CITY]: note };
  return accepted(
    service === undefined
      ? { ...city, paused: true, notes }
      : { ...city, pausedServices: [...city.pausedServices, service], notes },
  );
}

export function decideResumption(city: CityDispatch, service: string | undefined): Decision<CityDispatch> {
  if (!pausesOf(city).some((pause) => pause.service === service))
    return refused('ERR_CHANGED_MEANWHILE', `${named(service)} is not paused any more.`);
  const { [service ?? WHOLE_CITY]: _over, ...notes } = city.notes;
  return accepted(
    service === undefined
      ? { ...city, paused: false, notes }
      : { ...city, pausedServices: city.pausedServices.filter((known) => known !== service), notes },
  );
}

/** Paused as it says and in nothing else; what was paused before keeps its note. */
export function pausedAs(
  city: CityDispatch,
  { paused, pausedServices }: Pick<CityDispatch, 'paused' | 'pausedServices'>,
  note: PauseNote,
): CityDispatch {
  const places = [...(paused ? [WHOLE_CITY] : []), ...pausedServices];
  const notes = Object.fromEntries(places.map((place) => [place, city.notes[place] ?? note]));
  return { ...city, paused, pausedServices, notes };
}

function named(service: string | undefined): string {
  return service === undefined ? 'The city' : inWords(service);
}

function toldBy(note: PauseNote | undefined): string {
  return note === undefined ? '' : `, by ${note.by}: ${note.reason}`;
}
