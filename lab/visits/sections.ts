import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Browser, type Page, chromium } from '@playwright/test';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Section } from '@vitrin/shared/contract/sections.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { signIn } from '../../e2e/kit/delivery.ts';
import { waitForRenderer } from '../../e2e/kit/rendered-pages.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { ensureChromium } from '../../test-kit/programs/ensure-chromium.ts';
import { CHROMIUM_ARGUMENTS } from '../../test-kit/programs/find-chromium.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { slowPage } from './first-looks.ts';
import { clearObserved, longest, openOnPhone, untilDrawn } from './large-projects.ts';
import { PHONE } from './phone.ts';

const FILES = 2000;
const SECTIONS = 12;
const SHAPES = [
  [160, 120],
  [90, 120],
  [240, 100],
] as const;
/** In the speed of a thumb in a hurry. */
const SCROLL = { yDistance: -20_000, speed: 6000 };
const TIMEOUT_MS = 120_000;
/** Asked for: milliseconds until the first text, layout shift, milliseconds of the longest task while scrolling. */
const MUST = { text: 1500, shift: 0.02, task: 200 };

/** Prints the times of a phone four times as slow as this machine with 2,000 pictures in 12 sections. */
export async function measureSections(product: Product): Promise<void> {
  const { session, address } = await createSections(product);
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

async function createSections(product: Product): Promise<{ session: ApiSession; address: string }> {
  const freelancer = await registerFreelancer(product, 'sections.works');
  const { id: customer_id, reset_token } = await inviteCustomer(freelancer, 'sections.client');
  const session = await registerCustomer(product, reset_token);
  const fields = { name: 'A wedding', customer_id };
  const { id } = await freelancer.expectCall<Project>(201, 'POST', '/api/projects/', fields);
  const version = await freelancer.expectCall<Version>(201, 'POST', '/api/versions/', {
    version_number: '1.0',
    name: 'All pictures',
    description: '',
    project: id,
  });
  const sections: number[] = [];
  for (let place = 1; place <= SECTIONS; place += 1) {
    const section = { name: `Chapter ${place}`, version: version.id };
    sections.push((await freelancer.expectCall<Section>(201, 'POST', '/api/sections/', section)).id);
  }
  const posters = await Promise.all(
    SHAPES.map(([width, height]) =>
      posterPng({ palette: PALETTES.hotel, title: '', line: '', width, height }),
    ),
  );
  for (const [place, poster] of posters.entries())
    await uploadFile(freelancer, version.id, `${place + 1}.png`, poster);
  await untilDrawn(freelancer, version.id);
  multiply(product, sections);
  return { session, address: `${product.url}/projects/${id}` };
}

/**
 * Adds rows like those of the first files, with the same pictures, until there are 2,000: drawing each would keep the
 * machine busy for as long as it measures.
 */
function multiply({ dataDir }: Product, sections: readonly number[]): void {
  const database = new DatabaseSync(path.join(dataDir, 'vitrin.sqlite'), { timeout: 30_000 });
  const columns = database.prepare('pragma table_info(files)').all();
  const same = columns
    .map((column) => String(column['name']))
    .filter((name) => !['id', 'name', 'storage_key', 'section_id'].includes(name))
    .join();
  const add = database.prepare(
    `insert into files (name, storage_key, section_id, ${same}) select ?, ?, ?, ${same} from files where name = ?`,
  );
  const put = database.prepare('update files set section_id = ? where name = ?');
  database.exec('begin immediate');
  for (let place = 0; place < FILES; place += 1) {
    const section = sections[Math.floor((place * SECTIONS) / FILES)] ?? null;
    if (place < SHAPES.length) put.run(section, `${place + 1}.png`);
    else add.run(`${place + 1}.png`, `like-${place}`, section, `${(place % SHAPES.length) + 1}.png`);
  }
  database.exec('commit');
  database.close();
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
