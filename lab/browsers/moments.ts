import { setTimeout as pause } from 'node:timers/promises';
import { prepareDelivery } from '../../test-kit/delivery.ts';
import {
  FRAME_RATES,
  type FrameRate,
  makeNumberedFilm,
  middleOfFrame,
  type NumberedFilm,
} from '../../test-kit/numbered-film.ts';
import { shownFrameNumber } from '../../test-kit/shown-frame-number.ts';
import { startProduct } from '../../test-kit/product.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { type Browser, inEach, type Visit } from './browser.ts';

const PATIENCE_MS = 30_000;
/** Longest time until a decoder delivers a pending frame, in ms. */
const SETTLE_MS = 500;

/** Opens films at moments that their addresses name, and reads the number that is drawn into the frame shown. */
export const visitMoments: Visit = async (browsers, report) => {
  const product = await startProduct({ env: { RATE_LIMITS: 'off' } });
  try {
    const { freelancer, customer, project, version } = await prepareDelivery(product, 'moments');
    const films: { rate: FrameRate; film: NumberedFilm; id: number }[] = [];
    for (const rate of Object.keys(FRAME_RATES) as FrameRate[]) {
      const film = makeNumberedFilm(rate);
      const { id } = await uploadFile(freelancer, version, film.name, film.bytes);
      films.push({ rate, film, id });
    }
    await inEach(browsers, async (browser) => {
      await browser.signIn(product.url, customer.cookies);
      for (const { rate, film, id } of films) {
        const last = film.begins.length - 2;
        for (const frame of [1, 13, Math.floor(last / 2), last - 1]) {
          const moment = middleOfFrame(film, frame);
          await browser.open(`${product.url}/projects/${project}?version=${version}&file=${id}&t=${moment}`);
          const shown = await frameIn(browser);
          report({
            browser: browser.name,
            name: `${rate} frames a second, frame ${frame}`,
            shown: shown < 0 ? 'no frame' : `frame ${shown}`,
            wanted:
              shown >= 0 && Math.abs(shown - frame) <= 1 ? undefined : `frame ${frame}, at most one beside`,
          });
        }
      }
    });
  } finally {
    await product.remove();
  }
};

/** The number of the frame that is shown; -1 for none. */
async function frameIn(browser: Browser): Promise<number> {
  const end = performance.now() + PATIENCE_MS;
  while ((await browser.run(shownFrameNumber, '')) < 0 && performance.now() < end) await pause(200);
  await pause(SETTLE_MS);
  return browser.run(shownFrameNumber, '');
}
