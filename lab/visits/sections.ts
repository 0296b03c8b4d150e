import { type Browser, type Page, chromium } from '@playwright/test';
import { signIn } from '../../e2e/kit/delivery.ts';
import { waitForRenderer } from '../../e2e/kit/rendered-pages.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';
import { deliverManyPictures } from '../../test-kit/large/many-pictures.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { ensureChromium } from '../../test-kit/programs/ensure-chromium.ts';
import { CHROMIUM_ARGUMENTS } from '../../test-kit/programs/find-chromium.ts';
import { slowPage } from './first-looks.ts';
import { clearObserved, longest, openOnPhone } from './large-projects.ts';
import { PHONE } from './phone.ts';

const FILES = 2000;
const SECTIONS = 12;
/** The speed of a hurried thumb. */
const SCROLL = { yDistance: -20_000, speed: 6000 };
const TIMEOUT_MS = 120_000;
/** Limits: milliseconds until the first text, layout shift, milliseconds of the longest task while scrolling. */
const MUST = { text: 1500, shift: 0.02, task: 200 };

/** Prints the times of a phone four times as slow as this machine with 2,000 pictures in 12 sections. */
export async function measureSections(product: Product): Promise<void> {
  const { customer: session, project } = await deliverManyPictures(product, 'sections', {
    pictures: FILES,
    sections: SECTIONS,
  });
  const address = `${product.url}/projects/${project}`;
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGUMENTS] });
  try {
    console.log(
      `\n${FILES} pictures in ${SECTIONS} sections on a slow phone\n\n| What | Is | Must |\n|---|---|---|`,
    );
    const first = await firstLook(browser, session, address);
    report('first text, slow line too', first.text, MUST.text);
    console.log(`| layout shift of the first 6 s | ${first.shift.toFixed(4)} | ${MUST.shift} |`);
    const page = await openOnPhone(browser, session, address);
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.evaluate(noteShifts);
    report('longest task while 12 x 24 pictures scroll', await scroll(page), MUST.task);
    const shift = await page.evaluate(() => Number(Reflect.get(globalThis, 'shift')));
    console.log(`| layout shift while scrolling | ${shift.toFixed(4)} | ${MUST.shift} |`);
    await page.evaluate(() => scrollTo(0, 0));
    await clearObserved(page);
    for (let section = 0; section < SECTIONS; section += 1)
      await page
        .getByRole('button', { name: /^Show all / })
        .first()
        .click();
    await page.waitForFunction((count) => document.querySelectorAll('a[id^=file-]').length >= count, FILES);
    report('longest task while all sections are unfolded', await longest(page, 'tasks'));
    report('longest task while all pictures scroll', await scroll(page), MUST.task);
    await clearObserved(page);
    await page.getByRole('button', { name: 'Select files' }).click();
    await page.getByRole('checkbox', { name: 'All files' }).waitFor();
    report('longest task while the list of the selection opens', await longest(page, 'tasks'));
    await clearObserved(page);
    await page.getByRole('checkbox', { name: 'All files' }).click();
    report('longest task while all are picked', await longest(page, 'tasks'));
  } finally {
    await browser.close();
  }
}

function report(what: string, milliseconds: number, must?: number): void {
  console.log(`| ${what} | ${milliseconds.toFixed(0)} ms | ${must === undefined ? '' : `${must} ms`} |`);
}

/** First text in milliseconds and layout shift, on a slow line. */
async function firstLook(browser: Browser, session: ApiSession, address: string) {
  const context = await browser.newContext(PHONE);
  await signIn(context, session);
  await waitForRenderer(context, address);
  const page = await slowPage(context);
  await page.addInitScript(noteShifts);
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForTimeout(6000);
  const seen = await page.evaluate(() => ({
    text: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    shift: Number(Reflect.get(globalThis, 'shift')),
  }));
  await context.close();
  return seen;
}

/** Longest task in milliseconds from the top of the page over many screens. */
async function scroll(page: Page): Promise<number> {
  await clearObserved(page);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Input.synthesizeScrollGesture', { x: 200, y: 600, ...SCROLL });
  return longest(page, 'tasks');
}

/** Sums the layout shifts that no tap has caused. */
function noteShifts(): void {
  Object.assign(globalThis, { shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput)
        Object.assign(globalThis, { shift: Number(Reflect.get(globalThis, 'shift')) + entry.value });
  }).observe({ type: 'layout-shift', buffered: true });
}

if (import.meta.main) {
  const product = await startProduct({ env: { RATE_LIMITS: 'off' } });
  try {
    await measureSections(product);
  } finally {
    await product.remove();
  }
}
