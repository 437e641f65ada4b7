import { type FormEvent, useState } from 'react';
import { faultAt, faultBeside } from '../../shared/desk/calls.ts';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { JsonView } from '../../shared/desk/json-view.tsx';
import { Page, Panel } from '../../shared/desk/page.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { TextArea } from '../../shared/desk/text-area.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/card.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { FieldFault } from '../../shared/ui/labelled.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { ClockSteps } from '../parts/clock-steps.tsx';

export function Sandbox() {
  const mayBuild = useMay('build');
  return (
    <Page
      title="Sandbox"
      about="Only yours: your clock, your simulated drivers and your bad days. What can happen to one order stands on its page."
    >
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="grid gap-5">
          <Panel
            title="Clock"
            about="When it is put forward, everything of yours that falls due happens, in its order."
          >
            {mayBuild ? <ClockSteps refresh={[]} /> : <p className="text-quiet">Your role only looks.</p>}
          </Panel>
          <FaultsPanel />
        </div>
        <SimulationPanel />
      </div>
    </Page>
  );
}

type Simulation = { readonly drivers: 'AUTO' | 'MANUAL'; readonly speed: number; readonly scenario?: string };

const DRIVERS = [
  { value: 'MANUAL', title: 'By hand: nothing happens by itself' },
  { value: 'AUTO', title: 'Simulated drivers take the orders' },
];
const SCENARIOS = [
  { value: '', title: 'All goes well' },
  { value: 'NO_DRIVER', title: 'No driver is found' },
  { value: 'REJECT_ONCE', title: 'The first driver gives it back' },
  { value: 'REJECT_TWICE', title: 'Two drivers give it back' },
  { value: 'DRIVER_LATE', title: 'The driver is late' },
  { value: 'SLOW_PICKUP', title: 'The pick-up takes long' },
  { value: 'POD_FAILED', title: 'The delivery fails' },
  { value: 'SUPPORT_REPLACES', title: 'Support replaces the order' },
];

function SimulationPanel() {
  const { data } = useData<Simulation>('/sandbox/simulation');
  return (
    <Panel title="Simulated drivers" about="They take orders as real ones do.">
      {data === undefined ? <Skeleton /> : <SimulationForm key={JSON.stringify(data)} simulation={data} />}
    </Panel>
  );
}

function SimulationForm({ simulation }: { readonly simulation: Simulation }) {
  const calls = useCalls();
  const mayBuild = useMay('build');
  const [drivers, setDrivers] = useState<string>(simulation.drivers);
  const [speed, setSpeed] = useState(String(simulation.speed));
  const [scenario, setScenario] = useState(simulation.scenario ?? '');
  const { act, busy, refusal } = useAct(
    () =>
      calls.put('/sandbox/simulation', {
        drivers,
        speed: Number(speed),
        ...(scenario === '' ? {} : { scenario }),
      }),
    { refresh: ['/sandbox/simulation'], done: 'The drivers know.' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act();
  };
  const beside = faultBeside(refusal, ['speed']);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Select label="Who drives" choices={DRIVERS} value={drivers} onChoose={setDrivers} disabled={!mayBuild} />
      <Field
        label="Speed"
        hint="How many times faster than life they drive: 1 to 600."
        inputMode="numeric"
        value={speed}
        fault={faultAt(refusal, 'speed')}
        onChange={({ target }) => setSpeed(target.value)}
        disabled={!mayBuild}
      />
      <Select label="How orders go" choices={SCENARIOS} value={scenario} onChoose={setScenario} disabled={!mayBuild} />
      {beside === undefined ? undefined : <Notice tone="bad">{beside}</Notice>}
      {mayBuild ? (
        <div>
          <Button type="submit" busy={busy}>
            Set the drivers
          </Button>
        </div>
      ) : undefined}
    </form>
  );
}

const EXAMPLE = {
  webhooks: { duplicate: 0.2, drop: 0, delaySeconds: 5, reorder: 0.1 },
  api: { status: 500, share: 0.1, afterCommit: true },
};

function FaultsPanel() {
  const { data } = useData<object>('/sandbox/faults');
  return (
    <Panel
      title="Bad days"
      about="Pushes that come twice, late, out of order or never; calls that fail, also after they took effect. Calls of this page are spared."
    >
      {data === undefined ? <Skeleton /> : <FaultsForm key={JSON.stringify(data)} faults={data} />}
      <details className="mt-4">
        <summary className="cursor-pointer text-sm text-accent">What can be written here</summary>
        <div className="mt-2">
          <JsonView label="An example" value={EXAMPLE} />
        </div>
      </details>
    </Panel>
  );
}

function FaultsForm({ faults }: { readonly faults: object }) {
  const calls = useCalls();
  const mayBuild = useMay('build');
  const [text, setText] = useState(JSON.stringify(faults, null, 2));
  const [broken, setBroken] = useState<FieldFault>();
  const { act, busy, refusal } = useAct((wanted: object) => calls.put('/sandbox/faults', wanted), {
    refresh: ['/sandbox/faults'],
    done: 'The day is as you wanted it.',
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = parsed(text);
    setBroken(wanted === undefined ? { sentence: 'This is not JSON.' } : undefined);
    if (wanted !== undefined) act(wanted);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextArea
        label="Faults as JSON"
        hint="Empty braces for a good day."
        mono
        rows={8}
        spellCheck={false}
        value={text}
        fault={broken ?? refusal}
        onChange={({ target }) => setText(target.value)}
        disabled={!mayBuild}
      />
      {mayBuild ? (
        <div>
          <Button type="submit" busy={busy}>
            Set the faults
          </Button>
        </div>
      ) : undefined}
    </form>
  );
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
