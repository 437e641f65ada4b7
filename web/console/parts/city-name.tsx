import { useCities } from './use-cities.ts';

/** A city as people call it. */
export function CityName({ city }: { readonly city: string }) {
  const { cities = [] } = useCities();
  return <span className="whitespace-nowrap">{cities.find((known) => known.city === city)?.name ?? city}</span>;
}
