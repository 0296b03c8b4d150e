import type { Page } from '@playwright/test';
import { TAKEN_OVER } from '@vitrin/shared/rules/rendered-pages.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { waitForRenderer } from '../kit/rendered-pages.ts';
import { expectNoZoom } from '../kit/password-manager.ts';

test('what a page preloads is used, and nothing is fetched twice', async ({ page, product }) => {
  const delivery = await prepareDelivery(product, 'preloads');
  await signIn(page, delivery.customer);
  const warnings: string[] = [];
  page.on('console', (message) => message.text().includes('preload') && warnings.push(message.text()));
  for (const address of ['/dashboard', `/projects/${delivery.project}`]) {
    const asked: string[] = [];
    page.removeAllListeners('request');
    page.on('request', (request) => void asked.push(request.url()));
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const assets = asked.filter((url) => url.includes('/assets/'));
    expect(assets.length).toBeGreaterThan(5);
    expect(assets.filter((url, place) => assets.indexOf(url) !== place)).toEqual([]);
  }
  expect(warnings).toEqual([]);
});

/** Bytes as sent, and requests, by which a client's page reacts to a tap; of a file's address with its viewer. */
const BEFORE_REACTING = {
  page: { scripts: 20, scriptBytes: 160_000, others: 16 },
  file: { scripts: 26, scriptBytes: 200_000, others: 20 },
};

test("before a client's page reacts it asks for few scripts, and for nothing that only a later tap needs", async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'reacting');
  const { freelancer, project, version } = delivery;
  const { id } = await uploadFile(freelancer, version, 'notes.txt', Buffer.from('text'));
  await signIn(page, delivery.customer);
  await page.addInitScript((takenOver) => {
    new MutationObserver((_, attributes) => {
      if (!document.documentElement.hasAttribute(takenOver)) return;
      performance.mark('reacts');
      attributes.disconnect();
    }).observe(document, { attributes: true, subtree: true, attributeFilter: [takenOver] });
  }, TAKEN_OVER);
  await waitForRenderer(page.context(), `/projects/${project}`);
  for (const [address, most, late] of [
    [`/projects/${project}`, BEFORE_REACTING.page, /FileViewer|PdfView|Comparison|TakeOffline|workbench/],
    [
      `/projects/${project}?version=${version}&file=${id}`,
      BEFORE_REACTING.file,
      /PdfView|Comparison|TakeOffline|workbench/,
    ],
  ] as const) {
    const asked = await askedBeforeReacting(page, address);
    const scripts = asked.filter(({ name }) => name.endsWith('.js'));
    const bytes = scripts.reduce((sum, each) => sum + each.bytes, 0);
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.length, address).toBeLessThanOrEqual(most.scripts);
    expect(bytes, address).toBeLessThanOrEqual(most.scriptBytes);
    expect(asked.length - scripts.length, address).toBeLessThanOrEqual(most.others);
    expect(scripts.filter(({ name }) => late.test(name))).toEqual([]);
  }
});

type Asked = { name: string; bytes: number };

async function askedBeforeReacting(page: Page, address: string): Promise<Asked[]> {
  // With nothing kept of the page before.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(address);
  await page.waitForFunction(() => performance.getEntriesByName('reacts').length > 0);
  await page.waitForLoadState('networkidle');
  await devTools.detach();
  return page.evaluate(() => {
    const [reacts] = performance.getEntriesByName('reacts');
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return all
      .filter(({ startTime }) => startTime < (reacts?.startTime ?? 0))
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }));
  });
}

test('the account screen never scrolls sideways, however long the names, nor zooms in on a phone @phone', async ({
  page,
  product,
  isMobile,
}, { project }) => {
  const delivery = await prepareDelivery(product, `${project.name}-${'w'.repeat(110)}`);
  await signIn(page, delivery.freelancer);
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeVisible();
  await page.waitForLoadState('networkidle');
  // Not `innerWidth`: on phones it grows with overflowing content, because the page is zoomed out.
  const { width = 0 } = page.viewportSize() ?? {};
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  if (isMobile) await expectNoZoom(page);
});
