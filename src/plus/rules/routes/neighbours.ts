import { type Day, dropOffOf, pickUpOf } from './day.ts';

/** For each parcel the others, nearest first: by the way from pick-up to pick-up and from drop-off to drop-off. */
export function neighboursOf(day: Day, most: number): readonly (readonly number[])[] {
  const { placeOf, places, meters } = day;
  const between = (visit: number, other: number) => {
    const [from, to] = [placeOf[visit] as number, placeOf[other] as number];
    return (meters[from * places + to] as number) + (meters[to * places + from] as number);
  };
  const numbers = day.parcels.map((_, parcel) => parcel);
  return numbers.map((parcel) => {
    const distances = Float64Array.from(
      numbers,
      (other) => between(pickUpOf(parcel), pickUpOf(other)) + between(dropOffOf(parcel), dropOffOf(other)),
    );
    return numbers
      .filter((other) => other !== parcel)
      .sort((a, b) => (distances[a] as number) - (distances[b] as number) || a - b)
      .slice(0, most);
  });
}
