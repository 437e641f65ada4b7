import { DeskApp } from '../shared/desk/app.tsx';
import { PLACES } from './places.tsx';

export function App() {
  return <DeskApp desk="console" places={PLACES} />;
}
