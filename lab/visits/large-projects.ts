import { type Browser, type Page, chromium } from '@playwright/test';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { signIn } from '../../e2e/kit/delivery.ts';
import { waitForTakeover } from '../../e2e/kit/takeover.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';
import type { Product } from '../../test-kit/product.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { ensureChromium } from '../../test-kit/programs/ensure-chromium.ts';
import { CHROMIUM_ARGUMENTS } from '../../test-kit/programs/find-chromium.ts';
import { PHONE, PROCESSOR } from './phone.ts';

const FILES = 500;
const MILESTONES = 200;
/** From the top to the end of 500 files, at the speed of a hurried thumb. */
const SCROLL = { yDistance: -60_000, speed: 6000 };
const STEPS_IN_VIEWER = 20;

type LargeProject = { id: number; freelancer: ApiSession; customer: ApiSession };
type Observed = { tasks: number[]; answers: number[] };

/**
 * Measures a phone four times slower than this machine with 500 files and with 200 milestones; prints the
 * figures.
 */
export async function measureLargeProjects(product: Product): Promise<void> {
  const large = await createLargeProject(product);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGUMENTS] });
  try {
    const address = `${product.url}/projects/${large.id}`;
    const ofClient = await measureFiles(browser, large.customer, address);
    const ofFreelancer = await measureMilestones(browser, large.freelancer, address);
    console.log(`\nLarge projects on a slow phone\n\n| What | Takes | Must |\n|---|---|---|`);
    for (const [what, takes, must] of [...ofClient, ...ofFreelancer])
      console.log(`| ${what} | ${takes.toFixed(0)} ms | ${must} |`);
  } finally {
    await browser.close();
  }
}

async function createLargeProject(product: Product): Promise<LargeProject> {
  const freelancer = await registerFreelancer(product, 'large.works');
  const { id: customer_id, reset_token } = await inviteCustomer(freelancer, 'large.client');
  const customer = await registerCustomer(product, reset_token);
  const fields = { name: 'A large project', customer_id };
  const { id } = await freelancer.expectCall<Project>(201, 'POST', '/api/projects/', fields);
  for (let order = 1; order <= MILESTONES; order += 1)
    await freelancer.expectCall(201, 'POST', '/api/milestones/', {
      name: `Step ${order}`,
      description: '',
      completed: order <= 3,
      project: id,
      order,
    });
  const version = await freelancer.expectCall<Version>(201, 'POST', '/api/versions/', {
    version_number: '1.0',
    name: 'All pictures',
    description: '',
    project: id,
  });
  const palettes = Object.values(PALETTES);
  for (let index = 0; index < FILES; index += 1) {
    const palette = palettes[index % palettes.length] ?? PALETTES.hotel;
    const height = 480 + (index % 5) * 120;
    const poster = { palette, title: `${index + 1}`, line: 'Of many', width: 800, height };
    await uploadFile(freelancer, version.id, `${index + 1}.png`, await posterPng(poster));
  }
  await untilDrawn(freelancer, version.id);
  return { id, freelancer, customer };
}

async function untilDrawn(session: ApiSession, version: number): Promise<void> {
  for (;;) {
    const address = `/api/files/?version=${version}`;
    const { results } = await session.expectCall<{ results: ProjectFile[] }>(200, 'GET', address);
    if (results.every(({ thumbnail }) => thumbnail !== null)) return;
    await new Promise((resolve) => void setTimeout(resolve, 1000));
  }
}

async function measureFiles(browser: Browser, session: ApiSession, address: string) {
  const page = await openOnPhone(browser, session, address);
  await clearObserved(page);
  await page.getByRole('button', { name: `Show all ${FILES}` }).click();
  await page.getByRole('link', { name: `Open ${FILES}.png` }).waitFor();
  await page.waitForTimeout(1000);
  const opening = await longest(page, 'tasks');
  await clearObserved(page);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Input.synthesizeScrollGesture', { x: 200, y: 600, ...SCROLL });
  const scroll = await longest(page, 'tasks');
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('link', { name: 'Open 1.png' }).click();
  await page.getByRole('dialog').getByRole('img', { name: '1.png' }).waitFor();
  await page.waitForTimeout(500);
  await clearObserved(page);
  for (let step = 0; step < STEPS_IN_VIEWER; step += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(200);
  }
  const steps = await longest(page, 'tasks');
  await page.context().close();
  return [
    [`longest task while all of ${FILES} files are shown`, opening, ''],
    [`longest task while ${FILES} files scroll`, scroll, '50 ms'],
    [`longest task while the viewer steps through ${FILES} files`, steps, '50 ms'],
  ] as const;
}

async function measureMilestones(browser: Browser, session: ApiSession, address: string) {
  const page = await openOnPhone(browser, session, address);
  await clearObserved(page);
  await page.getByRole('button', { name: `Show all ${MILESTONES}` }).click();
  await page
    .getByRole('checkbox')
    .nth(MILESTONES - 1)
    .waitFor();
  await page.waitForTimeout(500);
  const opening = await longest(page, 'answers');
  await clearObserved(page);
  await page.getByRole('checkbox').nth(5).click();
  await page.waitForTimeout(1000);
  const tick = await longest(page, 'answers');
  await page.context().close();
  return [
    [`${MILESTONES} milestones, from the click until they are painted`, opening, '1000 ms'],
    [`a tick among ${MILESTONES} milestones, until it is painted`, tick, '100 ms'],
  ] as const;
}

export async function openOnPhone(browser: Browser, session: ApiSession, address: string): Promise<Page> {
  const context = await browser.newContext(PHONE);
  await signIn(context, session);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
  await page.addInitScript(observe);
  await page.goto(address);
  await waitForTakeover(page);
  await page.waitForTimeout(2000);
  return page;
}

/** Tasks above 50 ms, and what passes between an event and the next painting. */
function observe(): void {
  const seen: Observed = { tasks: [], answers: [] };
  Object.assign(globalThis, { seen });
  const follow = (list: number[], options: PerformanceObserverInit & { durationThreshold?: number }) =>
    new PerformanceObserver((entries) =>
      entries.getEntries().forEach(({ duration }) => void list.push(duration)),
    ).observe(options);
  follow(seen.tasks, { type: 'longtask' });
  follow(seen.answers, { type: 'event', durationThreshold: 16 });
}

export async function clearObserved(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = Reflect.get(globalThis, 'seen') as Observed;
    seen.tasks.length = 0;
    seen.answers.length = 0;
  });
}

/** The longest in milliseconds; 0 if none exceeded the observed threshold. */
export async function longest(page: Page, what: keyof Observed): Promise<number> {
  await page.waitForTimeout(200);
  return page.evaluate((list) => Math.max(0, ...(Reflect.get(globalThis, 'seen') as Observed)[list]), what);
}
