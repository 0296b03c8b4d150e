import { chromium, type Page } from '@playwright/test';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { signIn } from '../../e2e/kit/delivery.ts';
import { type Delivery, prepareDelivery } from '../../test-kit/delivery.ts';
import type { Product } from '../../test-kit/product.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { ensureChromium } from '../../test-kit/programs/ensure-chromium.ts';
import { CHROMIUM_ARGUMENTS } from '../../test-kit/programs/find-chromium.ts';

const COMPARISONS = 5;
/** Twenty megapixels, as cameras take them. */
const SIZE = { width: 5472, height: 3648 };

/**
 * Measures the time from a click on "Compare" until two photographs of twenty megapixels are shown side by side in full resolution, without a slow line; prints the median.
 */
export async function measureLargeComparisons(product: Product): Promise<void> {
  const delivery = await prepareDelivery(product, 'large-comparisons');
  const file = await deliver(delivery);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGUMENTS] });
  const taken: number[] = [];
  try {
    for (let comparison = 0; comparison < COMPARISONS; comparison += 1) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        baseURL: product.url,
      });
      await signIn(context, delivery.customer);
      const page = await context.newPage();
      await page.goto(`/projects/${delivery.project}?version=${file.version}&file=${file.id}`);
      taken.push(await compare(page));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const [least = 0, , median = 0, , most = 0] = taken.toSorted((a, b) => a - b);
  console.log(
    `\nTwo photographs of 20 megapixels compared: ${median.toFixed(0)} ms (${least.toFixed(0)} to ${most.toFixed(0)}; must: 1500 ms)\n`,
  );
}

/** Two versions of a photograph; resolves to the newer file once both have their pictures. */
async function deliver({ freelancer, version, project }: Delivery): Promise<ProjectFile> {
  const { id } = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', {
    version_number: '2.0',
    project,
  });
  await uploadFile(freelancer, version, 'photograph.jpg', await photograph(1));
  const newer = await uploadFile(freelancer, id, 'photograph.jpg', await photograph(2));
  for (;;) {
    const address = `/api/files/?version=${id}`;
    const { results } = await freelancer.expectCall<{ results: ProjectFile[] }>(200, 'GET', address);
    if (results.every((file) => file.thumbnail_large)) return newer;
    await pause(1000);
  }
}

/** Soft noise over the whole of a picture, so that it weighs as much as a photograph does. */
async function photograph(blur: number): Promise<Buffer<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const drawn = sharp({ create: { ...SIZE, channels: 3, background: '#000', noise } }).blur(blur);
  return Buffer.from(await drawn.jpeg({ quality: 85 }).toBuffer());
}

/** Presses the button and waits until both pictures are decoded and painted; resolves to milliseconds. */
async function compare(page: Page): Promise<number> {
  const button = page.getByRole('button', { name: 'Compare with another version' });
  await button.waitFor();
  await page.waitForLoadState('networkidle');
  await button.evaluate((element) => {
    element.addEventListener('click', () => performance.mark('pressed'));
  });
  await button.click();
  return page.evaluate(async () => {
    for (;;) {
      const shown = [...document.querySelectorAll<HTMLImageElement>('[role=dialog] img[alt^="Version "]')];
      if (shown.length === 2 && shown.every((image) => image.complete && image.src.includes('/content/'))) {
        await Promise.all(shown.map((image) => image.decode()));
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return performance.now() - (performance.getEntriesByName('pressed')[0]?.startTime ?? 0);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
}
