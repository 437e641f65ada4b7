import { seeded } from './seeded.ts';

export const PHOTO_SIZE = { width: 640, height: 480 };
type Colour = readonly [number, number, number];

/** A box at somebody's door, three bytes a pixel. */
export function photoOfParcel(seed: number): Uint8Array {
  const random = seeded(seed);
  const shade = (): Colour => [60 + random() * 150, 60 + random() * 150, 60 + random() * 150];
  const [wall, door] = [shade(), shade()];
  const [floor, box, tape]: readonly Colour[] = [
    [120, 112, 104],
    [178, 132, 84],
    [222, 196, 150],
  ] as const;
  const { width, height } = PHOTO_SIZE;
  const left = 150 + random() * 240;
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isDoor = x > 180 && x < 460 && y > 60 && y < 400;
      const isBox = x > left && x < left + 150 && y > 300 && y < 430;
      const isTape = isBox && (Math.abs(x - left - 75) < 9 || Math.abs(y - 330) < 5);
      const colour = (isTape ? tape : isBox ? box : y > 400 ? floor : isDoor ? door : wall) as Colour;
      // Not Math.hypot: it would take longer than all the rest.
      const light = 0.75 + 0.25 * (1 - Math.sqrt((x - 320) ** 2 + (y - 200) ** 2) / 500) + random() * 0.04;
      for (let channel = 0; channel < 3; channel++)
        pixels[(y * width + x) * 3 + channel] = Math.min(255, (colour[channel] as number) * light);
    }
  }
  return pixels;
}

/** A name nobody can read, as strokes of a pen. */
export function signature(seed: number): readonly (readonly (readonly [number, number])[])[] {
  const random = seeded(seed);
  return Array.from({ length: 2 + Math.floor(random() * 3) }, (_, stroke) => {
    const [height, pace, tilt] = [20 + random() * 40, 3 + random() * 5, random() * 20];
    return Array.from({ length: 40 }, (_, point): readonly [number, number] => {
      const along = point / 39;
      return [
        30 + stroke * 90 + along * 110,
        100 + Math.sin(along * pace * Math.PI) * height * (1 - along / 2) - along * tilt,
      ];
    });
  });
}
