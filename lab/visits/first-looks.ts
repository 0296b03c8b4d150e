import { type Browser, type BrowserContext, type Page, chromium } from '@playwright/test';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { signIn } from '../../e2e/kit/delivery.ts';
import { type Delivery, prepareDelivery } from '../../test-kit/delivery.ts';
import { makeFilm } from '../../test-kit/make-film.ts';
import { makePdf } from '../../test-kit/make-pdf.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import type { Product } from '../../test-kit/product.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { ensureChromium } from '../../test-kit/programs/ensure-chromium.ts';
import { CHROMIUM_ARGUMENTS } from '../../test-kit/programs/find-chromium.ts';
import { PHONE, PROCESSOR, SLOW_NETWORK } from './phone.ts';

const LOOKS = 5;
/** H.264, which every browser plays as it is. */
const FILM = ['testsrc2=size=1280x720:rate=25:duration=10', '-c:v', 'libx264', '-preset', 'ultrafast'];
const PLAIN = ['-pix_fmt', 'yuv420p', '-b:v', '3M', '-movflags', '+faststart'];

type Look = { drawn: number; shown: number };

/**
 * Measures the wait on a slow phone for the first page of a pdf and the first frame of a film, from the tap
 * on the project's page and from the address; prints medians. First the page or frame rendered by the server
 * appears, then the document or film itself.
 */
export async function measureFirstLooks(product: Product): Promise<void> {
  const delivery = await prepareDelivery(product, 'first-looks');
  const { files } = await deliverSamples(delivery);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGUMENTS] });
  console.log(`\nFirst looks of a slow phone (${LOOKS} each, medians; must: 2.5 s)\n`);
  console.log('| File | Drawn, by tap | Itself, by tap | Drawn, by address | Itself, by address |');
  console.log('|---|---|---|---|---|');
  try {
    for (const file of files) {
      const cells: string[] = [];
      for (const isTapped of [true, false]) {
        const looks: Look[] = [];
        for (let look = 0; look < LOOKS; look += 1)
          looks.push(await lookOnce(browser, product.url, delivery, file, isTapped));
        for (const moment of ['drawn', 'shown'] as const)
          cells.push(secondsOf(looks.map((look) => look[moment])));
      }
      console.log(`| ${file.name} | ${cells.join(' | ')} |`);
    }
  } finally {
    await browser.close();
  }
}

function secondsOf(values: number[]): string {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  return `${(middle / 1000).toFixed(2)} s`;
}

/** A pdf of 40 pages, a picture, and a film if FFmpeg is installed, all with their pictures drawn. */
export async function deliverSamples(
  delivery: Delivery,
): Promise<{ delivery: Delivery; files: ProjectFile[] }> {
  const { freelancer, version } = delivery;
  const film = makeFilm('film.mp4', ['-f', 'lavfi', '-i', ...FILM, ...PLAIN]);
  // FFmpeg blocks this process for longer than the server keeps a connection: fetch has to see that it is closed.
  await pause(100);
  const pages = Array.from({ length: 40 }, () => undefined);
  await uploadFile(freelancer, version, 'brand.pdf', await makePdf({ pages }));
  const picture = { palette: PALETTES.cafe, title: 'Cafe', line: 'Menu', width: 3000, height: 2000 };
  await uploadFile(freelancer, version, 'poster.png', await posterPng(picture));
  if (film) await uploadFile(freelancer, version, 'film.mp4', Buffer.from(film));
  for (;;) {
    const address = `/api/files/?version=${version}`;
    const { results } = await freelancer.expectCall<{ results: ProjectFile[] }>(200, 'GET', address);
    if (results.every((file) => file.thumbnail_large && file.preview_percent === null))
      return { delivery, files: results };
    await pause(1000);
  }
}

/** Times until a preview of a file and until the file itself is shown, in ms of a visit or after a tap. */
export async function lookOnce(
  browser: Browser,
  origin: string,
  { customer, project, version }: Delivery,
  { id, name }: ProjectFile,
  isTapped: boolean,
): Promise<Look> {
  const context = await browser.newContext(PHONE);
  try {
    await signIn(context, customer);
    const page = await slowPage(context);
    const address = `${origin}/projects/${project}`;
    await page.addInitScript(observe);
    if (!isTapped) {
      await page.goto(`${address}?version=${version}&file=${id}`, { waitUntil: 'commit' });
      return await seenIn(page);
    }
    await page.goto(address, { waitUntil: 'networkidle' });
    const link = page.getByRole('link', { name: `Open ${name}` });
    await page.evaluate(() =>
      addEventListener('click', ({ timeStamp }) => Object.assign(globalThis, { tapped: timeStamp }), true),
    );
    await link.tap();
    return await seenIn(page);
  } finally {
    await context.close();
  }
}

/** A page of a phone as slow as phone.ts says. */
export async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
  return page;
}

type Noted = { tapped?: number; drawn?: number; shown?: number };

async function seenIn(page: Page): Promise<Look> {
  await page.waitForFunction(() => (globalThis as Noted).shown !== undefined, undefined, {
    timeout: 120_000,
  });
  return page.evaluate(() => {
    const { tapped = 0, drawn = 0, shown = 0 } = globalThis as Noted;
    return { drawn: drawn - tapped, shown: shown - tapped };
  });
}

/** Notes, frame by frame, when the viewer shows a preview and when it shows the file itself. */
function observe(): void {
  const noted = globalThis as Noted;
  const look = () => {
    const viewer = document.querySelector('[role=dialog]');
    // A film plays without our code; all else is shown by the viewer.
    const film = document.querySelector<HTMLVideoElement>(
      '[data-testid="first-look"] video, [role=dialog] video',
    );
    // The preview before the viewer's code has loaded, or the picture in place of a document's pages.
    const image = document.querySelector<HTMLImageElement>(
      'img[sizes="100vw"], [role=dialog] span > img[alt=""]',
    );
    const poster = film?.poster && performance.getEntriesByName(film.poster).length > 0;
    if (film?.paused) {
      film.muted = true;
      void film.play();
    }
    const picture = viewer?.querySelector<HTMLImageElement>('[data-zoomable] img[srcset]');
    const isShown = film
      ? film.currentTime > 0
      : (picture?.complete ??
        (viewer?.querySelector('.page .textLayer span') !== null && viewer?.querySelector('.page canvas')));
    if ((viewer ?? film) && isShown) noted.shown ??= performance.now();
    if ((image?.complete && image.naturalWidth > 300) || poster || noted.shown)
      noted.drawn ??= performance.now();
    if (noted.shown === undefined) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
