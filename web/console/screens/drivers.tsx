import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { inWords } from '../../../src/foundation/in-words.ts';
import { faultAt } from '../../shared/desk/calls.ts';
import { CheckBox } from '../../shared/desk/check-box.tsx';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { FormDialog } from '../../shared/desk/form-dialog.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { SearchBox } from '../../shared/desk/search-box.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { useAct, usePages } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { Button, buttonStyle } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { CityName } from '../parts/city-name.tsx';
import { DriverState } from '../parts/driver-state.tsx';
import { cityChoices, useCities } from '../parts/use-cities.ts';
import type { City, DriverRow } from '../types.ts';

const STATUS_CHOICES = [
  { value: '', title: 'Any status' },
  { value: 'active', title: 'Active' },
  { value: 'suspended', title: 'Suspended' },
];

export function Drivers() {
  const mayDispatch = useMay('dispatch');
  const { cities = [] } = useCities();
  const [search, setSearch] = useFilter('search');
  const [city, setCity] = useFilter('city');
  const [status, setStatus] = useFilter('status');
  const [isCreating, setCreating] = useState(false);
  const { rows, refusal, more } = usePages<DriverRow>('/drivers', { search, city, status });
  const isFiltered = search !== '' || city !== '' || status !== '';
  return (
    <Page
      title="Drivers"
      actions={
        <>
          <Link href="/documents" className={buttonStyle('plain')}>
            Expiring documents
          </Link>
          {mayDispatch ? <Button onClick={() => setCreating(true)}>Create a driver</Button> : undefined}
        </>
      }
    >
      <Filters>
        <SearchBox
          label="Search drivers"
          placeholder="Name, phone, plate or number"
          value={search}
          onSearch={setSearch}
        />
        <Select
          label="City"
          choices={[{ value: '', title: 'All cities' }, ...cityChoices(cities)]}
          value={city}
          onChoose={setCity}
        />
        <Select label="Status" choices={STATUS_CHOICES} value={status} onChoose={setStatus} />
      </Filters>
      <Table
        label="Drivers"
        rows={rows}
        refusal={refusal}
        more={more}
        rowKey={({ driverId }) => driverId}
        hrefOf={({ driverId }) => `/drivers/${driverId}`}
        empty={isFiltered ? 'No driver fits. Take a filter away.' : 'No drivers yet. Create the first one.'}
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'State', cell: (driver) => <DriverState driver={driver} /> },
          { title: 'Phone', cell: ({ phone }) => <span className="whitespace-nowrap">{phone}</span> },
          { title: 'Service', cell: ({ service }) => inWords(service) },
          { title: 'Plate', wideOnly: true, cell: ({ plate }) => plate },
          { title: 'City', wideOnly: true, cell: (driver) => <CityName city={driver.city} /> },
          { title: 'Number', wideOnly: true, right: true, cell: ({ driverId }) => driverId },
        ]}
      />
      {isCreating && cities[0] !== undefined ? (
        <NewDriver
          cities={cities}
          first={cities.find((each) => each.city === city) ?? cities[0]}
          onClose={() => setCreating(false)}
        />
      ) : undefined}
    </Page>
  );
}

const FIELDS = ['name', 'phone', 'plate', 'service', 'locode', 'languages', 'capabilities', 'reason'];

function NewDriver({
  cities,
  first,
  onClose,
}: {
  readonly cities: readonly City[];
  readonly first: City;
  readonly onClose: () => void;
}) {
  const calls = useCalls();
  const [, go] = useLocation();
  const [given, setGiven] = useState({
    name: '',
    phone: '',
    plate: '',
    locode: first.city,
    service: first.services[0] ?? '',
    languages: [] as readonly string[],
    capabilities: '',
    reason: 'New driver',
  });
  const set = (changes: Partial<typeof given>) => setGiven((before) => ({ ...before, ...changes }));
  const city = cities.find((each) => each.city === given.locode) ?? first;
  const { act, busy, refusal } = useAct(
    () =>
      calls.post<{ readonly driverId: string }>('/drivers', {
        ...given,
        capabilities: given.capabilities
          .split(',')
          .map((text) => text.trim().toUpperCase())
          .filter((text) => text !== ''),
      }),
    { refresh: ['/drivers'], done: 'The driver is created.', onDone: ({ driverId }) => go(`/drivers/${driverId}`) },
  );
  const entry = (field: 'name' | 'phone' | 'plate' | 'capabilities' | 'reason', label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      fault={faultAt(refusal, field)}
      value={given[field]}
      onChange={({ target }) => set({ [field]: target.value })}
    />
  );
  return (
    <FormDialog
      title="Create a driver"
      action="Create the driver"
      fields={FIELDS}
      {...{ busy, refusal, onClose }}
      onAct={() => act()}
    >
      {entry('name', 'Name')}
      {entry('phone', 'Phone', 'With its country, such as +85256847123. The driver signs in with it.')}
      <Select
        label="City"
        choices={cityChoices(cities)}
        value={given.locode}
        fault={faultAt(refusal, 'locode')}
        onChoose={(locode) =>
          set({ locode, service: cities.find((each) => each.city === locode)?.services[0] ?? '', languages: [] })
        }
      />
      <Select
        label="Service"
        choices={city.services.map((key) => ({ value: key, title: inWords(key) }))}
        value={given.service}
        fault={faultAt(refusal, 'service')}
        onChoose={(service) => set({ service })}
      />
      {entry('plate', 'Plate')}
      <fieldset>
        <legend className="mb-1 font-medium">Languages</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {city.languages.map((language) => (
            <CheckBox
              key={language}
              label={language}
              checked={given.languages.includes(language)}
              onTurn={(on) =>
                set({
                  languages: on
                    ? [...given.languages, language]
                    : given.languages.filter((known) => known !== language),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      {entry(
        'capabilities',
        'Equipment',
        'What special requests ask for, separated by commas, such as LOADING, HELPERS_1, PARCELS.',
      )}
      {entry('reason', 'Reason', 'It stands in the audit log with your name.')}
    </FormDialog>
  );
}
