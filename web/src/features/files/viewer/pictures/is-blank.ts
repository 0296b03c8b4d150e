/** Enough to meet every part of a picture of which something is left. */
const SIDE = 32;

/**
 * Whether nothing of a loaded picture is seen. Browsers load a WebP or AVIF that is cut off without an error, and draw
 * nothing.
 */
export function isBlank(image: HTMLImageElement): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) return false;
  context.drawImage(image, 0, 0, SIDE, SIDE);
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  return data.every((value, at) => at % 4 !== 3 || value === 0);
}
