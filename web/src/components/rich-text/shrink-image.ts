import { MAX_PICTURE_BYTES } from '@vitrin/shared/rules/texts/rich-text-length.ts';

export const IMAGE_TYPES = ['image/png', 'image/jpeg'];

/** Longest edge in pixels; the server shrinks pictures of texts to the same. */
const MAX_EDGE = 1600;

/** Each try is smaller than the one before; the first result that fits is used. */
const JPEG_TRIES = [
  { edge: MAX_EDGE, quality: 0.86 },
  { edge: MAX_EDGE, quality: 0.7 },
  { edge: 1280, quality: 0.7 },
  { edge: 1024, quality: 0.6 },
  { edge: 800, quality: 0.5 },
];

export class ImageNotUsableError extends Error {
  override name = 'ImageNotUsableError';
}

/** Shrinks a png or jpeg to 1 MB and 1600 px. Rejects with ImageNotUsableError for anything else. */
export async function shrinkImage(file: Blob): Promise<Blob> {
  if (!IMAGE_TYPES.includes(file.type)) throw new ImageNotUsableError();
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    throw new ImageNotUsableError('not a picture', { cause });
  });
  try {
    const isSmall = Math.max(picture.width, picture.height) <= MAX_EDGE;
    const asItIs = isSmall ? file : await draw(picture, { edge: MAX_EDGE, type: file.type, quality: 0.86 });
    if (asItIs.size <= MAX_PICTURE_BYTES) return asItIs;
    for (const attempt of JPEG_TRIES) {
      const smaller = await draw(picture, { ...attempt, type: 'image/jpeg' });
      if (smaller.size <= MAX_PICTURE_BYTES) return smaller;
    }
    throw new ImageNotUsableError('still too large');
  } finally {
    picture.close();
  }
}

type Drawing = { edge: number; type: string; quality: number };

async function draw(picture: ImageBitmap, { edge, type, quality }: Drawing): Promise<Blob> {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new ImageNotUsableError('no canvas');
  if (type === 'image/jpeg') {
    // Transparent areas become white instead of black.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const drawn = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, quality);
  });
  if (!drawn) throw new ImageNotUsableError('not drawn');
  return drawn;
}
