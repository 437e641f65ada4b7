import { useEffect } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { DropOffScreen } from './screens/drop-off.tsx';
import { Home } from './screens/home.tsx';
import { OrderScreen } from './screens/order.tsx';
import { OrderEnded } from './screens/order-ended.tsx';
import { SignIn } from './screens/sign-in.tsx';
import { useSession } from './session/session.ts';
import { Shell } from './shell.tsx';
import { useOfferAlarm } from './work/use-offer-alarm.ts';
import { useOffers } from './work/use-offers.ts';
import { useOrderEnd } from './work/use-order-end.ts';
import { useWork } from './work/work.ts';

export function App() {
  const { state } = useSession();
  return (
    <Router base="/driver">{state === 'signedIn' ? <Places /> : state === 'signedOut' ? <SignIn /> : undefined}</Router>
  );
}

function Places() {
  const { order } = useWork();
  const offers = useOffers();
  const [ended, read] = useOrderEnd();
  const [, go] = useLocation();
  useOfferAlarm(offers.shown);
  // Wherever the driver is in the app.
  useEffect(() => {
    if (ended !== undefined) go('/');
  }, [ended, go]);
  return (
    <Switch>
      <Route path="/">
        <Shell>
          {ended !== undefined ? (
            <OrderEnded ended={ended} onRead={read} />
          ) : order !== null && order.status !== 'COMPLETED' ? (
            <OrderScreen order={order} />
          ) : (
            <Home offers={offers} />
          )}
        </Shell>
      </Route>
      <Route path="/stop/:stopId">
        {({ stopId }) => (
          <Shell alone>
            <DropOffScreen stopId={stopId} />
          </Shell>
        )}
      </Route>
      <Route>
        <Redirect to="/" />
      </Route>
    </Switch>
  );
}
