// Draws the driver app's icons from one picture: node tools/make-icons.js
import sharp from 'sharp';

const PICTURE = 'web/driver/icon.svg';
const FOLDER = 'web/public/driver/icons';
const CORNER = 0.22;

const drawn = (size) => sharp(PICTURE, { density: 288 }).resize(size, size);
const corners = (size) =>
  Buffer.from(
    `<svg width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${size * CORNER}"/></svg>`,
  );

for (const size of [192, 512]) {
  const rounded = drawn(size).composite([{ input: corners(size), blend: 'dest-in' }]);
  await rounded.png({ palette: true }).toFile(`${FOLDER}/icon-${size}.png`);
}
// Phones cut these to their own shape: nothing that matters stands near the edge.
await drawn(512).png({ palette: true }).toFile(`${FOLDER}/maskable-512.png`);
await drawn(180).png({ palette: true }).toFile(`${FOLDER}/apple-180.png`);
