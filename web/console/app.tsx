import type { ReactNode } from 'react';
import { DeskApp } from '../shared/desk/app.tsx';
import { DeskNowProvider } from './live/desk-now.tsx';
import { Alerts } from './parts/alerts.tsx';
import { PLACES } from './places.tsx';

export function App() {
  return <DeskApp desk="console" places={PLACES} around={Around} />;
}

function Around({ children }: { readonly children: ReactNode }) {
  return (
    <DeskNowProvider>
      <Alerts />
      {children}
    </DeskNowProvider>
  );
}
