import type { MarketRow } from '../../../src/console/markets-wire.ts';
import { Select } from '../../shared/desk/select.tsx';
import { useData } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { useCity } from './use-cities.ts';

const REMEMBERED = 'waybill.console.market';

export function useMarkets() {
  return useData<readonly MarketRow[]>('/markets');
}

/** The market that is looked at: the one in the address, the one of last time, or the first. */
export function useMarket() {
  const { data: markets, refusal } = useMarkets();
  const [named, name] = useFilter('market');
  const wanted = named === '' ? localStorage.getItem(REMEMBERED) : named;
  const market = markets?.find((known) => known.market === wanted) ?? markets?.[0];
  const choose = (code: string) => {
    localStorage.setItem(REMEMBERED, code);
    name(code);
  };
  return { markets, market, choose, refusal };
}

type ChoiceProps = {
  readonly markets: readonly MarketRow[] | undefined;
  readonly market: MarketRow | undefined;
  readonly onChoose: (code: string) => void;
};

export function MarketChoice({ markets, market, onChoose }: ChoiceProps) {
  return (
    <Select
      label="Market"
      choices={(markets ?? []).map(({ market: value, name }) => ({ value, title: name }))}
      value={market?.market ?? ''}
      onChoose={onChoose}
    />
  );
}

/** A city of any market, by its code: the one that is worked on. */
export function useMarketCity() {
  const { data: markets, refusal } = useMarkets();
  const { cities, city: worked, choose } = useCity();
  const all = (markets ?? []).flatMap((market) => market.cities.map((city) => ({ ...city, market })));
  const city = cities === undefined ? undefined : (all.find((known) => known.city === worked?.city) ?? all[0]);
  return { cities: all, city, choose, refusal };
}

type CityChoiceProps = {
  readonly cities: ReturnType<typeof useMarketCity>['cities'];
  readonly city: { readonly city: string } | undefined;
  readonly onChoose: (locode: string) => void;
};

export function CityChoice({ cities, city, onChoose }: CityChoiceProps) {
  return (
    <Select
      label="City"
      choices={cities.map((one) => ({ value: one.city, title: `${one.name} (${one.market.market})` }))}
      value={city?.city ?? ''}
      onChoose={onChoose}
    />
  );
}
