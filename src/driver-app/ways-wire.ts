import { Type } from 'typebox';
import type { Point } from '../foundation/geo.ts';

export const WayWire = Type.Object(
  {
    line: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
      description: 'Latitude and longitude of each point; straight from stop to stop where no routing engine is set',
      examples: [
        [
          [22.281, 114.158],
          [22.3193, 114.1694],
        ],
      ],
    }),
  },
  { title: 'Way', description: 'A line on the map' },
);

export function wayToWire({ line }: { readonly line: readonly Point[] }) {
  return { line: line.map(({ lat, lng }) => [lat, lng]) };
}
