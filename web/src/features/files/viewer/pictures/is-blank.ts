/** Width and height of the sample; small, since each of its pixels covers a part of the picture. */
const SIDE = 32;

/** True if a loaded picture shows nothing: browsers report no error for a truncated WebP or AVIF. */
export function isBlank(image: HTMLImageElement): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  // Some browsers draw no SVG without a size of its own into a canvas.
  if (!context || image.naturalWidth === 0) return false;
  context.drawImage(image, 0, 0, SIDE, SIDE);
  try {
    const { data } = context.getImageData(0, 0, SIDE, SIDE);
    return data.every((value, at) => at % 4 !== 3 || value === 0);
  } catch (error) {
    // Safari gives away no pixels of an SVG with HTML in it, but shows it.
    if (error instanceof DOMException && error.name === 'SecurityError') return false;
    throw error;
  }
}
