import { type ComponentType, Fragment, type ReactNode } from 'react';
import { Route, Router, Switch } from 'wouter';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/card.tsx';
import { Mishap } from '../ui/mishap.tsx';
import type { Desk } from './calls.ts';
import { DeskProvider, MeProvider, useMe, usePresence } from './desk.tsx';
import { Page, Refused } from './page.tsx';
import type { Place } from './places.ts';
import { SayProvider } from './say.tsx';
import { Forgot } from './screens/forgot.tsx';
import { SignIn } from './screens/sign-in.tsx';
import { Welcome } from './screens/welcome.tsx';
import { Shell } from './shell.tsx';
import { useFetchAhead } from './use-fetch-ahead.ts';

type Props = {
  readonly desk: Desk;
  readonly places: readonly Place[];
  /** What is on every screen of this desk, once somebody is signed in. */
  readonly around?: ComponentType<{ readonly children: ReactNode }>;
};

/** A whole desk: its door, and behind it the places. */
export function DeskApp({ desk, places, around }: Props) {
  return (
    <DeskProvider desk={desk}>
      <SayProvider>
        <Router base={`/${desk}`}>
          <Switch>
            <Route path="/welcome">
              <Welcome />
            </Route>
            <Route path="/forgot">
              <Forgot />
            </Route>
            <Route>
              <Inside places={places} around={around ?? Fragment} />
            </Route>
          </Switch>
        </Router>
      </SayProvider>
    </DeskProvider>
  );
}

/** Whoever is not signed in is asked at the place that was asked for, and is there afterwards. */
function Inside({ places, around: Around }: Required<Omit<Props, 'desk'>>) {
  const presence = usePresence();
  useFetchAhead(places);
  if (presence.state === 'asking') return undefined;
  if (presence.state === 'signedOut') return <SignIn />;
  if (presence.state === 'trouble')
    return (
      <main className="mx-auto max-w-lg p-6">
        <Refused refusal={presence.refusal} />
      </main>
    );
  const { me } = presence;
  const offered = places.filter(({ isFor }) => isFor?.(me) ?? true);
  return (
    <MeProvider me={me}>
      <Shell places={offered}>
        <Around>
          <Screens places={offered} />
        </Around>
      </Shell>
    </MeProvider>
  );
}

function Screens({ places }: Pick<Props, 'places'>) {
  const { permissions } = useMe();
  const open = places.filter(({ may }) => may === undefined || permissions.includes(may));
  return (
    <Switch>
      {open.map(({ path, screen: { Screen } }) => (
        <Route key={path} path={path}>
          {(params) => (
            // Another order is another screen: nothing typed for the one goes to the other.
            <Mishap key={JSON.stringify([path, params])} instead={<NotShown />}>
              <Screen params={params as Record<string, string>} />
            </Mishap>
          )}
        </Route>
      ))}
      <Route>
        <Page title="Nothing here">
          <Empty title="There is no such page">It may have moved, or your role does not show it.</Empty>
        </Page>
      </Route>
    </Switch>
  );
}

function NotShown() {
  return (
    <Empty title="This page could not be shown">
      <p className="mb-4">Waybill may have been renewed since you opened it. Load it again.</p>
      <Button onClick={() => location.reload()}>Load again</Button>
    </Empty>
  );
}
