/** From the largest to the smallest that is still good to look at. */
const SIZES = [
  { side: 1_600, quality: 0.8 },
  { side: 1_600, quality: 0.6 },
  { side: 1_200, quality: 0.6 },
] as const;
const SMALLEST = { side: 900, quality: 0.5 } as const;
const LARGEST_BYTES = 1_000_000;

/** A picture of the camera made small enough to be kept and sent; undefined where it is no picture. */
export async function makePhoto(file: Blob): Promise<Blob | undefined> {
  // By the way the camera was held, as its picture says.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (picture === undefined) return undefined;
  try {
    for (const size of SIZES) {
      const photo = await drawn(picture, size);
      if (photo.size <= LARGEST_BYTES) return photo;
    }
    return await drawn(picture, SMALLEST);
  } finally {
    picture.close();
  }
}

/** For a phone that has hardly any room left. */
export async function makeSmaller(photo: Blob): Promise<Blob> {
  const picture = await createImageBitmap(photo);
  try {
    return await drawn(picture, SMALLEST);
  } finally {
    picture.close();
  }
}

/** For a way so slow that less is better than nothing: who and where is still to be seen. */
const SIZES_TO_SEND = [
  { side: 1_200, quality: 0.6 },
  SMALLEST,
  { side: 720, quality: 0.5 },
  { side: 720, quality: 0.3 },
  { side: 480, quality: 0.3 },
] as const;

/** The first that is no larger than that, or the smallest there is; undefined where it would not be smaller than before. */
export async function makeSmallerThan(photo: Blob, bytes: number): Promise<Blob | undefined> {
  const picture = await createImageBitmap(photo);
  try {
    let smallest = photo;
    for (const size of SIZES_TO_SEND) {
      const next = await drawn(picture, size);
      if (next.size < smallest.size) smallest = next;
      if (smallest.size <= bytes) break;
    }
    return smallest === photo ? undefined : smallest;
  } finally {
    picture.close();
  }
}

async function drawn(picture: ImageBitmap, { side, quality }: { side: number; quality: number }): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  // Where the picture is see-through, JPEG would be black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (photo) => (photo === null ? reject(new Error('The picture could not be written.')) : resolve(photo)),
      'image/jpeg',
      quality,
    );
  });
}

export function base64Of(photo: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(photo);
  });
}
