import { inWords } from '../../../src/foundation/in-words.ts';
import { Badge, type Tone } from '../../shared/desk/badge.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { usePages } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { CityName } from '../parts/city-name.tsx';
import { PauseButtons } from '../parts/pause.tsx';
import { cityChoices, useCities } from '../parts/use-cities.ts';
import type { QueuedOrder } from '../types.ts';

const WHEN_CHOICES = [
  { value: '', title: 'Now' },
  { value: 'later', title: 'Later' },
];
const LONG_SECONDS = 10 * 60;

/** Orders that look for a driver, the longest waiting first, each with the reason why it still does. */
export function Queue() {
  const { cities = [] } = useCities();
  const [city, setCity] = useFilter('city');
  const [service, setService] = useFilter('service');
  const [when, setWhen] = useFilter('when');
  const { rows, refusal, more } = usePages<QueuedOrder>('/queue', { city, service, when }, { everyMs: 5_000 });
  const known = cities.find((each) => each.city === city);
  const services = known?.services ?? [...new Set(cities.flatMap((each) => each.services))].sort();
  return (
    <Page
      title="Queue"
      about="Orders that look for a driver, the longest waiting first."
      actions={known === undefined ? undefined : <PauseButtons city={known} />}
    >
      <Filters>
        <Select
          label="City"
          choices={[{ value: '', title: 'All cities' }, ...cityChoices(cities)]}
          value={city}
          onChoose={setCity}
        />
        <Select
          label="Service"
          choices={[
            { value: '', title: 'All services' },
            ...services.map((key) => ({ value: key, title: inWords(key) })),
          ]}
          value={service}
          onChoose={setService}
        />
        <Select label="Drivers are asked" choices={WHEN_CHOICES} value={when} onChoose={setWhen} />
      </Filters>
      <Table
        label="Waiting orders"
        rows={rows}
        refusal={refusal}
        more={more}
        rowKey={({ orderId }) => orderId}
        hrefOf={({ orderId }) => `/orders/${orderId}`}
        {...(when === 'later' ? {} : { nameOf })}
        empty={when === 'later' ? 'Nothing is scheduled for later.' : 'Nothing waits. Every order has its driver.'}
        columns={[
          {
            title: 'Waiting',
            cell: ({ waitedSeconds, scheduleAt }) =>
              when === 'later' && scheduleAt !== null ? (
                <Time at={scheduleAt} />
              ) : (
                <Badge tone={toneOf(waitedSeconds)}>{waited(waitedSeconds)}</Badge>
              ),
          },
          { title: 'Why', cell: ({ why }) => <span className="block min-w-56">{why.sentence}</span> },
          {
            title: 'City',
            cell: (order) => <CityName city={order.city} />,
          },
          { title: 'Service', cell: (order) => inWords(order.service) },
          { title: 'Partner', wideOnly: true, cell: ({ partner }) => partner.name },
          { title: 'Pick-up', wideOnly: true, cell: ({ pickUp }) => pickUp },
        ]}
      />
    </Page>
  );
}

const nameOf = ({ waitedSeconds, service, pickUp }: QueuedOrder) =>
  [waited(waitedSeconds), inWords(service), pickUp].join(', ');

function waited(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `${seconds} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function toneOf(seconds: number): Tone {
  if (seconds >= LONG_SECONDS) return 'bad';
  return seconds >= LONG_SECONDS / 4 ? 'note' : 'plain';
}
