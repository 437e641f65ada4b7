import { inWords } from '../../../src/foundation/in-words.ts';

type City = {
  readonly name: string;
  readonly services: readonly string[];
  readonly pauses: readonly { readonly service: string | null }[];
};

export const WHOLE_CITY = '';

/** What of a city can be paused, or resumed. */
export function pauseChoices({ name, services, pauses }: City, verb: 'pause' | 'resume') {
  const paused = pauses.map(({ service }) => service ?? WHOLE_CITY);
  const places = verb === 'resume' ? paused : [WHOLE_CITY, ...services].filter((place) => !paused.includes(place));
  return places.map((value) => ({ value, title: value === WHOLE_CITY ? `All of ${name}` : inWords(value) }));
}
