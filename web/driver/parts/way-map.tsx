import type { Stop } from '../api/types.ts';

type Props = { readonly path: string; readonly stops: readonly Pick<Stop, 'stopId' | 'coordinates' | 'address'>[] };
export function WayMap(_: Props) {
  return <div className="h-44 rounded-card bg-line" />;
}
