export type Place = { readonly lat: string | number; readonly lng: string | number };

/** Opens the phone's own navigation; where there is none, a map in the browser. */
export function navigationLink({ lat, lng }: Place, label: string, userAgent: string): string {
  const point = `${lat},${lng}`;
  // Round brackets end the label of a geo link.
  const name = encodeURIComponent(label.replaceAll(/[()]/g, ' '));
  if (/Android/i.test(userAgent)) return `geo:${point}?q=${point}(${name})`;
  if (/iPhone|iPad|iPod/i.test(userAgent)) return `maps://?daddr=${point}&q=${name}`;
  return `https://www.openstreetmap.org/directions?to=${encodeURIComponent(point)}`;
}
