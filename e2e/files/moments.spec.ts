import type { Page } from '@playwright/test';
import {
  FRAME_RATES,
  type FrameRate,
  makeNumberedFilm,
  middleOfFrame,
  type NumberedFilm,
} from '../../test-kit/numbered-film.ts';
import { shownFrameNumber } from '../../test-kit/shown-frame-number.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { type Delivery, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

async function deliverFilm({ freelancer, project, version }: Delivery, film: NumberedFilm): Promise<string> {
  const { id } = await uploadFile(freelancer, version, film.name, film.bytes);
  return `/projects/${project}?version=${version}&file=${id}`;
}

async function frameOn(page: Page): Promise<number> {
  await expect.poll(() => page.evaluate(shownFrameNumber)).toBeGreaterThanOrEqual(0);
  return page.evaluate(shownFrameNumber);
}

for (const rate of Object.keys(FRAME_RATES) as FrameRate[])
  test(`a link opens a film at its frame, at ${rate} frames per second @before-release`, async ({
    page,
    product,
  }) => {
    const delivery = await prepareDelivery(product, `moments-${rate.replace('.', '-')}`);
    const film = makeNumberedFilm(rate);
    const address = await deliverFilm(delivery, film);
    const last = film.begins.length - 2;
    await signIn(page, delivery.customer);
    for (const frame of [1, 13, Math.floor(last / 2), last - 1]) {
      await page.goto(`${address}&t=${middleOfFrame(film, frame)}`);
      expect(Math.abs((await frameOn(page)) - frame), `frame ${frame}`).toBeLessThanOrEqual(1);
    }
    // The button copies a link to the frame that is shown, which opens for the freelancer.
    await page.locator('[role="dialog"] video').evaluate((video: HTMLVideoElement, time) => {
      video.currentTime = time;
    }, film.begins[21] ?? 0);
    await expect
      .poll(() => page.evaluate(shownFrameNumber).then((frame) => Math.abs(frame - 21)))
      .toBeLessThanOrEqual(1);
    const seen = await frameOn(page);
    await page.getByRole('button', { name: 'Copy link to this moment' }).click();
    await expect(page.getByText('Link copied').first()).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/&t=\d+$/);
    await signIn(page, delivery.freelancer);
    await page.goto(link);
    expect(Math.abs((await frameOn(page)) - seen)).toBeLessThanOrEqual(1);
    expect(
      await page.locator('[role="dialog"] video').evaluate((video: HTMLVideoElement) => video.paused),
    ).toBe(true);
  });
