import { useData } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import type { City } from '../types.ts';

const REMEMBERED = 'waybill.console.city';

/** All cities, those with something going on first. */
export function useCities() {
  const { data, refusal } = useData<readonly City[]>('/cities', undefined, { everyMs: 10_000 });
  return { cities: data, refusal };
}

/** The city that is worked on: the one in the address, the one of last time, or the liveliest. */
export function useCity() {
  const { cities, refusal } = useCities();
  const [named, name] = useFilter('city');
  const wanted = named === '' ? localStorage.getItem(REMEMBERED) : named;
  const liveliest = [...(cities ?? [])].sort((one, other) => lifeOf(other) - lifeOf(one))[0];
  const city = cities?.find((known) => known.city === wanted) ?? liveliest;
  const choose = (locode: string) => {
    localStorage.setItem(REMEMBERED, locode);
    name(locode);
  };
  return { cities, city, choose, refusal };
}

function lifeOf({ waiting, underWay, online }: City): number {
  return waiting + underWay + online;
}

export function cityChoices(cities: readonly City[]) {
  return cities.map(({ city, name, market }) => ({ value: city, title: `${name} (${market})` }));
}
