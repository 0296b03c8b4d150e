import type { Locator } from '@playwright/test';

/** Width of the picture that the browser has chosen; `naturalWidth` counts in the `sizes` it is shown at. */
export async function pixelsOf(picture: Locator): Promise<number> {
  return picture.evaluate(async ({ currentSrc }: HTMLImageElement) => {
    const image = new Image();
    image.src = currentSrc;
    await image.decode();
    return image.width;
  });
}
