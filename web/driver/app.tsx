import { useEffect } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { useOfferAlarm } from './day/use-offer-alarm.ts';
import { useOffers } from './day/use-offers.ts';
import { useOrderEnd } from './day/use-order-end.ts';
import { useWork } from './day/work.ts';
import { Account } from './screens/account.tsx';
import { DropOffScreen } from './screens/drop-off.tsx';
import { Earnings } from './screens/earnings.tsx';
import { Emergency } from './screens/emergency.tsx';
import { Home } from './screens/home.tsx';
import { OrderScreen } from './screens/order.tsx';
import { OrderEnded } from './screens/order-ended.tsx';
import { Parcel } from './screens/parcel.tsx';
import { Parcels } from './screens/parcels.tsx';
import { Scan } from './screens/scan.tsx';
import { SignIn } from './screens/sign-in.tsx';
import { Waiting } from './screens/waiting.tsx';
import { useSession } from './session/session.ts';
import { Shell } from './shell.tsx';

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
  const told = useOfferAlarm(offers.shown);
  // Wherever the driver is in the app.
  useEffect(() => {
    if (ended !== undefined) go('/', { replace: true });
  }, [ended, go]);
  return (
    <>
      {/* Stays when the screen changes: what comes together with its text is not read by all. */}
      <p role="alert" className="sr-only">
        {told}
      </p>
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
        <Route path="/parcels">
          <Shell long>
            <Parcels />
          </Shell>
        </Route>
        <Route path="/parcels/scan">
          <Shell alone>
            <Scan />
          </Shell>
        </Route>
        <Route path="/parcels/:orderId">
          {({ orderId }) => (
            <Shell alone>
              <Parcel orderId={orderId} />
            </Shell>
          )}
        </Route>
        <Route path="/earnings">
          <Shell>
            <Earnings />
          </Shell>
        </Route>
        <Route path="/account">
          <Shell>
            <Account />
          </Shell>
        </Route>
        <Route path="/waiting">
          <Shell alone>
            <Waiting />
          </Shell>
        </Route>
        <Route path="/emergency">
          <Shell alone>
            <Emergency />
          </Shell>
        </Route>
        <Route>
          <Redirect to="/" replace />
        </Route>
      </Switch>
    </>
  );
}
