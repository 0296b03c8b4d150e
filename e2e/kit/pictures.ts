import { expect, type Locator } from '@playwright/test';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Delivery } from './delivery.ts';

/**
 * Width in pixels of the image file that the browser has chosen (`naturalWidth` is scaled by `sizes` instead); 0 while
 * it has chosen none, or if it cannot decode the file.
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

/**
 * Waits until the server has made all thumbnails of the version. Until then pages poll for them and do not know their
 * sizes.
 */
export async function waitForThumbnails({ freelancer, version }: Delivery): Promise<void> {
  const address = `/api/files/?version=${version}`;
  await expect
    .poll(async () => {
      const { results } = await freelancer.expectCall<{ results: ProjectFile[] }>(200, 'GET', address);
      return results.filter(({ thumbnail }) => thumbnail === null);
    })
    .toEqual([]);
}
