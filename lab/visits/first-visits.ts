import { type Browser, type Page, chromium } from '@playwright/test';
import { TAKEN_OVER } from '@vitrin/shared/rules/rendered-pages.ts';
import { signIn } from '../../e2e/kit/delivery.ts';
import { ensureChromium } from '../../test-kit/programs/ensure-chromium.ts';
import { CHROMIUM_ARGUMENTS } from '../../test-kit/programs/find-chromium.ts';
import type { Product } from '../../test-kit/product.ts';
import { PHONE, PROCESSOR, SLOW_NETWORK } from './phone.ts';
import type { SampleClient } from './sample-client.ts';

const VISITS = 7;
/** Wait after the page has loaded, until React has taken it over and its layout has settled. */
const SETTLE_MILLISECONDS = 2000;

type Visit = {
  firstText: number;
  largest: number;
  /** When React has taken the page over. */
  reacts: number;
  shift: number;
  kilobytes: number;
  calls: string[];
};

/** Visits the landing page and a client's project page as a phone does that has nothing cached; prints the medians. */
export async function measureFirstVisits(product: Product, client: SampleClient): Promise<void> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...CHROMIUM_ARGUMENTS] });
  const rows: string[] = [];
  try {
    for (const [name, address, isClient] of [
      ['Landing page', '/', false],
      ["Client's project page", client.address, true],
    ] as const) {
      const visits: Visit[] = [];
      for (let visit = 0; visit < VISITS; visit += 1)
        visits.push(await visitOnce(browser, product.url + address, isClient ? client : undefined));
      const middle = (of: (visit: Visit) => number) =>
        visits.map(of).toSorted((a, b) => a - b)[Math.floor(VISITS / 2)] ?? Number.NaN;
      const seconds = (of: (visit: Visit) => number) => `${(middle(of) / 1000).toFixed(2)} s`;
      rows.push(
        `| ${name} | ${seconds(({ firstText }) => firstText)} | ${seconds(({ largest }) => largest)} ` +
          `| ${seconds(({ reacts }) => reacts)} | ${middle(({ shift }) => shift).toFixed(3)} | ${middle(({ kilobytes }) => kilobytes).toFixed(0)} kB |`,
      );
      console.error(`${name}: asked for ${visits[0]?.calls.join(', ') || 'nothing'}`);
    }
  } finally {
    await browser.close();
  }
  console.log(`\nFirst visits of a slow phone (${VISITS} each, medians; must: text 1.0 s, largest 1.5 s)\n`);
  console.log('| Page | First text | Largest | Reacts | Shift | Loaded |\n|---|---|---|---|---|---|');
  console.log(rows.join('\n'));
}

async function visitOnce(browser: Browser, url: string, client: SampleClient | undefined): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  if (client) await signIn(context, client.session);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devTools.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction((name) => document.documentElement.hasAttribute(name), TAKEN_OVER);
  const reacts = await page.evaluate(() => performance.now());
  await page.waitForTimeout(SETTLE_MILLISECONDS);
  const visit = { ...(await read(page)), reacts };
  await context.close();
  return visit;
}

type Observed = { largest: number; shift: number };

function observe(): void {
  const seen: Observed = { largest: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  const follow = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  follow('largest-contentful-paint', ({ startTime }) => void (seen.largest = startTime));
  follow('layout-shift', (entry) => void (seen.shift += (entry as unknown as { value: number }).value));
}

async function read(page: Page): Promise<Omit<Visit, 'reacts'>> {
  return page.evaluate(() => {
    const { largest, shift } = (globalThis as unknown as { seen: Observed }).seen;
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const bytes = [navigation, ...loaded].reduce((sum, entry) => sum + (entry?.transferSize ?? 0), 0);
    return {
      firstText: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      largest,
      shift,
      kilobytes: bytes / 1000,
      calls: loaded.map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/api/')),
    };
  });
}
