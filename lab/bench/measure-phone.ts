import { type Browser, type ConsoleMessage, type Page, chromium } from '@playwright/test';
import { TAKEN_OVER } from '@vitrin/shared/rules/rendered-pages.ts';
import path from 'node:path';
import { signIn } from '../../e2e/kit/delivery.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';
import { prepareDelivery } from '../../test-kit/delivery.ts';
import { startProduct } from '../../test-kit/product.ts';
import { ensureChromium } from '../../test-kit/programs/ensure-chromium.ts';
import { CHROMIUM_ARGUMENTS } from '../../test-kit/programs/find-chromium.ts';
import { deliverSamples, lookOnce, slowPage } from '../visits/first-looks.ts';
import { PHONE } from '../visits/phone.ts';
import { prepareClient } from '../visits/sample-client.ts';
import { isWanted, quick, report } from './compare.ts';
import { median } from './load.ts';
import { ENV } from './requests.ts';

export const PHONE_ROWS = [
  "phone: a client's project page",
  'phone: a tap on the lead at 1.0 s',
  'phone: the viewer after a tap at 2 s',
  'phone: files by their links',
  'phone: a place by its link',
  "phone: a freelancer's dashboard",
] as const;
const [CLIENT_PAGE, EARLY_TAP, TAP, BY_LINK, PLACE, DASHBOARD] = PHONE_ROWS;

const VISITS = quick ? 3 : 7;
const EARLY_TAP_MS = 1000;
const TAP_MS = 2000;
/** Longest wait for a reaction to a touch. */
const TOUCH_MS = 1000;
/** Limits in milliseconds of a visit. */
const MUST = {
  clientReacts: 2000,
  viewer: 2800,
  drawn: { picture: 1500, pdf: 1600, film: 1600 },
  shown: { picture: 2800, pdf: 5000, film: 3500 },
  place: 3000,
  dashboardText: 1200,
  dashboardReacts: 2500,
};

type Kind = keyof typeof MUST.drawn;

/** First visits on a slow phone that has nothing cached (lab/visits/phone.ts), in medians. */
export async function measurePhone(folder: string): Promise<void> {
  if (!isWanted(...PHONE_ROWS)) return;
  const product = await startProduct({ dataDir: path.join(folder, 'phone'), env: ENV });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGUMENTS] });
  try {
    const { session, freelancer, address } = await prepareClient(product);
    const url = product.url + address;
    await reportPage(CLIENT_PAGE, () => visit(browser, url, session), { reacts: MUST.clientReacts });
    await reportEarlyTap(browser, url, session);
    await reportTap(browser, url, session);
    if (isWanted(BY_LINK, PLACE)) {
      const samples = await deliverSamples(await prepareDelivery(product, 'phone'));
      await reportFiles(browser, product.url, samples);
      await reportPlaces(browser, product.url, samples);
    }
    const dashboard = `${product.url}/dashboard`;
    await reportPage(DASHBOARD, () => visit(browser, dashboard, freelancer), {
      reacts: MUST.dashboardReacts,
      text: MUST.dashboardText,
    });
  } finally {
    await browser.close();
    await product.stop();
  }
}

type Visit = { text: number; largest: number; reacts: number; scripts: number };

async function reportPage(
  what: string,
  once: () => Promise<Visit>,
  must: { reacts: number; text?: number },
): Promise<void> {
  if (!isWanted(what)) return;
  const visits = await repeat(once);
  const middle = (of: keyof Visit) => median(visits.map((each) => each[of]));
  const [text, reacts] = [middle('text'), middle('reacts')];
  report({
    what,
    figures: {
      Vitrin: `reacts ${inSeconds(reacts)}`,
      text: inSeconds(text),
      largest: inSeconds(middle('largest')),
      'scripts before it reacts, as sent': `${(middle('scripts') / 1000).toFixed(1)} kB`,
    },
    note: `must ${inSeconds(must.reacts)}${must.text === undefined ? '' : `, text ${inSeconds(must.text)}`}`,
    missed: [
      ...beyond('reacts', reacts, must.reacts),
      ...(must.text === undefined ? [] : beyond('text', text, must.text)),
    ],
  });
}

/** Runs in a loading page: records its timings, and the bytes of scripts until it reacts. */
async function visit(browser: Browser, url: string, session: ApiSession): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  await signIn(context, session);
  const page = await slowPage(context);
  await page.addInitScript(noteTimes, { takenOver: TAKEN_OVER, word: REACTS });
  // Inspecting the page before it reacts would take processor time from it.
  const reacts = page.waitForEvent('console', { predicate: (message) => message.text() === REACTS });
  await Promise.all([reacts, page.goto(url, { waitUntil: 'load' })]);
  await page.waitForFunction(() => 'text' in globalThis);
  const noted = await page.evaluate(() => {
    const { text = 0, reacts = 0, largest = 0 } = globalThis as Partial<Visit>;
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = loaded
      .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= reacts)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { text, largest, reacts, scripts };
  });
  await context.close();
  return noted;
}

/** Message that a page logs to its console once it reacts. */
const REACTS = 'reacts';

function noteTimes({ takenOver, word }: { takenOver: string; word: string }): void {
  // The browser may report its first paint after the page has become interactive.
  new PerformanceObserver((list) => {
    const [first] = list.getEntriesByName('first-contentful-paint');
    if (first) Object.assign(globalThis, { text: first.startTime });
  }).observe({ type: 'paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) Object.assign(globalThis, { largest: startTime });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    if (!document.documentElement.hasAttribute(takenOver)) return;
    Object.assign(globalThis, { reacts: performance.now() });
    attributes.disconnect();
    console.debug(word);
  };
  const attributes = new MutationObserver(look);
  attributes.observe(document, { attributes: true, subtree: true, attributeFilter: [takenOver] });
}

async function reportEarlyTap(browser: Browser, url: string, session: ApiSession): Promise<void> {
  if (!isWanted(EARLY_TAP)) return;
  const taps = await repeat(async () => {
    const tapped = await tapLead(browser, url, session, EARLY_TAP_MS);
    await tapped.page.waitForTimeout(TAP_MS);
    const opened = tapped.page.locator('img[sizes="100vw"]').first();
    const isInside = new URL(tapped.page.url()).pathname === new URL(url).pathname;
    const isOpened = isInside && (await opened.isVisible());
    await tapped.page.context().close();
    return isOpened;
  });
  const opened = taps.filter(Boolean).length;
  report({
    what: EARLY_TAP,
    figures: { Vitrin: `${opened} of ${VISITS} stay inside and show what was tapped` },
    note: 'must all',
    missed: opened < VISITS ? [`${VISITS - opened} do not`] : [],
  });
}

async function reportTap(browser: Browser, url: string, session: ApiSession): Promise<void> {
  if (!isWanted(TAP)) return;
  const times = await repeat(async () => {
    const { page, startedAt, opened } = await tapLead(browser, url, session, TAP_MS);
    const openedAt = Number((await opened).text().slice(SHOWS.length));
    await page.context().close();
    return openedAt - startedAt;
  });
  const time = median(times);
  report({
    what: TAP,
    figures: { Vitrin: inSeconds(time) },
    note: `must ${inSeconds(MUST.viewer)} after the start of the visit`,
    missed: beyond('opens', time, MUST.viewer),
  });
}

/** The viewer, or the preview that the page shows until the viewer's code has loaded. */
const OPENED = '[role="dialog"], [data-testid="first-look"]';
/** Message that a page logs to its console once a file is open, with the time of the frame, as of `startedAt`. */
const SHOWS = 'shows';

/** Runs in a loading page. The tool's own polling would take processor time from the page, and see it late. */
function noteOpening({ opened, word }: { opened: string; word: string }): void {
  const look = () => {
    if (!document.querySelector(opened)) return;
    changes.disconnect();
    requestAnimationFrame(() => setTimeout(() => console.debug(`${word} ${Date.now()}`)));
  };
  const changes = new MutationObserver(look);
  changes.observe(document, { childList: true, subtree: true });
}

/**
 * Touches the middle of the lead `after` milliseconds of a visit, which began at `startedAt` in milliseconds since
 * 1970; `opened` is the message of the page, or of the one that it led to.
 */
async function tapLead(
  browser: Browser,
  url: string,
  session: ApiSession,
  after: number,
): Promise<{ page: Page; startedAt: number; opened: Promise<ConsoleMessage> }> {
  const context = await browser.newContext(PHONE);
  await signIn(context, session);
  const page = await slowPage(context);
  await page.addInitScript(noteOpening, { opened: OPENED, word: SHOWS });
  const opened = page.waitForEvent('console', { predicate: (message) => message.text().startsWith(SHOWS) });
  opened.catch(() => undefined);
  // Page and bench read the clock of one machine; a jump of it spoils one visit of seven.
  const startedAt = Date.now();
  const begun = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  const lead = page.locator('[data-lead] a').first();
  await lead.waitFor();
  const { x = 0, y = 0, width = 0, height = 0 } = (await lead.boundingBox()) ?? {};
  await page.waitForTimeout(Math.max(0, after - (performance.now() - begun)));
  // Chromium may never confirm a touch that leaves the page.
  const touch = page.touchscreen.tap(x + width / 2, y + height / 2);
  touch.catch(() => undefined);
  await Promise.race([touch, page.waitForTimeout(TOUCH_MS)]);
  return { page, startedAt, opened };
}

type Samples = Awaited<ReturnType<typeof deliverSamples>>;

/** Query that names a place in each kind of file. */
const PLACES: Record<Kind, string> = { picture: 'at=620,370', pdf: 'page=30&at=620,370', film: 't=1500' };

/** Measures the time from the tap on a link to the ring around the place, or for a film to its frame. */
async function reportPlaces(browser: Browser, origin: string, { delivery, files }: Samples): Promise<void> {
  if (!isWanted(PLACE)) return;
  for (const file of files) {
    const kind = kindOf(file);
    const { project, version, customer } = delivery;
    const url = `${origin}/projects/${project}?version=${version}&file=${file.id}&${PLACES[kind]}`;
    const time = median(await repeat(() => seePlace(browser, url, customer, kind)));
    report({
      what: `${PLACE}, ${kind}`,
      figures: { Vitrin: `seen ${inSeconds(time)}` },
      note: `must ${inSeconds(MUST.place)} after the tap`,
      missed: beyond('seen', time, MUST.place),
    });
  }
}

async function seePlace(browser: Browser, url: string, session: ApiSession, kind: Kind): Promise<number> {
  const context = await browser.newContext(PHONE);
  await signIn(context, session);
  const page = await slowPage(context);
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(
    (isFilm) => {
      const first = document.querySelector('[data-testid="first-look"]');
      const image = first?.querySelector('img');
      const isRinged = image?.complete === true && image.nextElementSibling !== null;
      if (!isFilm) return isRinged || document.querySelector('[data-testid="place-mark"]') !== null;
      const film = (first ?? document).querySelector<HTMLVideoElement>('video');
      // The server's picture of the frame covers the film until the film has reached that frame.
      const drawn = film?.poster.includes('&moment=') && performance.getEntriesByName(film.poster)[0];
      const isDrawn = drawn instanceof PerformanceResourceTiming && drawn.responseStatus === 200;
      return isDrawn || (film !== null && film.readyState >= 2 && !film.seeking && film.currentTime > 0);
    },
    kind === 'film',
    { polling: 'raf', timeout: 120_000 },
  );
  const time = performance.now() - startedAt;
  await context.close();
  return time;
}

function kindOf({ kind }: Samples['files'][number]): Kind {
  return kind === 'pdf' ? 'pdf' : kind === 'video' ? 'film' : 'picture';
}

async function reportFiles(browser: Browser, origin: string, samples: Samples): Promise<void> {
  if (!isWanted(BY_LINK)) return;
  for (const file of samples.files) {
    const kind = kindOf(file);
    const looks = await repeat(() => lookOnce(browser, origin, samples.delivery, file, false));
    const [drawn, shown] = [median(looks.map((look) => look.drawn)), median(looks.map((look) => look.shown))];
    report({
      what: `${BY_LINK}, ${kind}`,
      figures: { Vitrin: `drawn ${inSeconds(drawn)}`, 'in the viewer': inSeconds(shown) },
      note: `must ${inSeconds(MUST.drawn[kind])}, in the viewer ${inSeconds(MUST.shown[kind])}`,
      missed: [
        ...beyond('drawn', drawn, MUST.drawn[kind]),
        ...beyond('in the viewer', shown, MUST.shown[kind]),
      ],
    });
  }
}

async function repeat<T>(once: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let time = 0; time < VISITS; time += 1) all.push(await once());
  return all;
}

function beyond(what: string, milliseconds: number, most: number): string[] {
  return milliseconds <= most ? [] : [`${what} after ${inSeconds(milliseconds)}`];
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
