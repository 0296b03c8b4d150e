import type { Locator } from '@playwright/test';

/**
 * Width of the picture that the browser has chosen, since `naturalWidth` counts in the `sizes` it is shown at; 0 while
 * it has chosen none, or cannot draw it.
 */
export async function pixelsOf(picture: Locator): Promise<number> {
  return picture.evaluate(async ({ currentSrc }: HTMLImageElement) => {
    const image = new Image();
    image.src = currentSrc;
    return image.decode().then(
      () => image.width,
      () => 0,
    );
  });
}
