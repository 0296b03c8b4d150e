import { expect, type Locator } from '@playwright/test';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Delivery } from './delivery.ts';

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

/** Returns once the version's pictures are drawn. Until then pages ask for them again, and know no sizes of them. */
export async function untilDrawn({ freelancer, version }: Delivery): Promise<void> {
  const address = `/api/files/?version=${version}`;
  await expect
    .poll(async () => {
      const { results } = await freelancer.expectCall<{ results: ProjectFile[] }>(200, 'GET', address);
      return results.filter(({ thumbnail }) => thumbnail === null);
    })
    .toEqual([]);
}
