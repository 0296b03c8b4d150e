import { TAKEN_OVER } from '@vitrin/shared/rules/rendered-pages.ts';
import { makePdf } from '../../test-kit/make-pdf.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { arriveWithContent, waitForRenderer } from '../kit/rendered-pages.ts';
import { expectNoZoom } from '../kit/password-manager.ts';

test('every preload of a page is used, and nothing is fetched twice', async ({ context, page, product }) => {
  const delivery = await prepareDelivery(product, 'preloads');
  await signIn(page, delivery.customer);
  const warnings: string[] = [];
  for (const address of ['/dashboard', `/projects/${delivery.project}`]) {
    // A tab of its own has no late requests of another page.
    const tab = await context.newPage();
    const requested: string[] = [];
    tab.on('console', (message) => message.text().includes('preload') && warnings.push(message.text()));
    tab.on('request', (request) => void requested.push(request.url()));
    await tab.goto(address);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    await tab.waitForLoadState('networkidle');
    const assets = requested.filter((url) => url.includes('/assets/'));
    expect(assets.length).toBeGreaterThan(5);
    expect(assets.filter((url, index) => assets.indexOf(url) !== index)).toEqual([]);
    await tab.close();
  }
  expect(warnings).toEqual([]);
});

test('the page of a pdf preloads the code of its viewer with low priority; that of a text does not', async ({
  context,
  page,
  product,
}) => {
  const { freelancer, customer, project, version } = await prepareDelivery(product, 'reader-ahead');
  await signIn(context, customer);
  await waitForRenderer(context, `/projects/${project}`);
  const addressOf = async (name: string, bytes: Buffer<ArrayBuffer>) => {
    const { id } = await uploadFile(freelancer, version, name, bytes);
    return `/projects/${project}?version=${version}&file=${id}`;
  };
  const pdf = await addressOf('guide.pdf', await makePdf({}));
  const text = await addressOf('notes.txt', Buffer.from('text'));
  const reader = /<link rel="(?:modulepreload|preload)"[^>]*(?:PdfView|pdf_viewer|pdf\.worker)[^>]*>/g;
  const named = async (address: string) => {
    await arriveWithContent(page, address);
    return (await (await context.request.get(address)).text()).match(reader) ?? [];
  };
  expect(await named(text)).toEqual([]);
  const links = await named(pdf);
  expect(links).toHaveLength(3);
  for (const link of links) expect(link).toMatch(/(?=.* crossorigin )(?=.* fetchpriority="low" )/);
  await expect(page.locator('.page canvas')).toBeVisible();
});

/**
 * Most requests of a client's page before it reacts to a tap. The bytes are those of scripts/budgets.ts, as
 * transferred.
 */
const BEFORE_REACTING = { scripts: 20, scriptBytes: 168_000, others: 20 };

test("before a client's page reacts to a tap it requests few scripts, and none that only a later tap needs", async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'reacting');
  await uploadFile(delivery.freelancer, delivery.version, 'notes.txt', Buffer.from('text'));
  await signIn(page, delivery.customer);
  await page.addInitScript((takenOver) => {
    new MutationObserver((_, attributes) => {
      if (!document.documentElement.hasAttribute(takenOver)) return;
      performance.mark('reacts');
      attributes.disconnect();
    }).observe(document, { attributes: true, subtree: true, attributeFilter: [takenOver] });
  }, TAKEN_OVER);
  await waitForRenderer(page.context(), `/projects/${delivery.project}`);
  await page.goto(`/projects/${delivery.project}`);
  await page.waitForFunction(() => performance.getEntriesByName('reacts').length > 0);
  await page.waitForLoadState('networkidle');
  const requested = await page.evaluate(() => {
    const [reacts] = performance.getEntriesByName('reacts');
    const before = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < (reacts?.startTime ?? 0));
    return before.map((entry) => ({
      name: new URL(entry.name).pathname,
      bytes: (entry as PerformanceResourceTiming).encodedBodySize,
    }));
  });
  const scripts = requested.filter(({ name }) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.length).toBeLessThanOrEqual(BEFORE_REACTING.scripts);
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(BEFORE_REACTING.scriptBytes);
  expect(requested.length - scripts.length).toBeLessThanOrEqual(BEFORE_REACTING.others);
  expect(
    scripts.filter(({ name }) => /FileViewer|PdfView|Comparison|TakeOffline|workbench/.test(name)),
  ).toEqual([]);
});

test('the account screen never scrolls sideways with long names, and never zooms in on a phone @phone @before-release', async ({
  page,
  product,
  isMobile,
}, { project }) => {
  const delivery = await prepareDelivery(product, `${project.name}-${'w'.repeat(110)}`);
  await signIn(page, delivery.freelancer);
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeVisible();
  await page.waitForLoadState('networkidle');
  // `innerWidth` would be wrong: on phones it grows with overflowing content, because the page is zoomed out.
  const { width = 0 } = page.viewportSize() ?? {};
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  if (isMobile) await expectNoZoom(page);
});
