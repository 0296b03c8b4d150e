import { FILLED } from '../../test-kit/compatibility/filled.ts';
import { makePdf } from '../../test-kit/make-pdf.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { deleteBuiltIns, deleteNewerInWorkers, deleteNewerInPages } from '../kit/old-browser.ts';
import { prepareSamplePeople, type SamplePeople, SMALL_PROJECTS } from '../kit/sample-people.ts';
import { SCREENS, openScreen } from '../kit/screens.ts';
import { wordsOf } from '../kit/words.ts';

// Its users have the names of the demo.
test.use({ isAlone: true });

let people: Promise<SamplePeople> | undefined;

for (const who of ['guest', 'freelancer', 'customer', 'newcomer', 'full'] as const)
  test(`every screen of a ${who} works without the built-ins that a supported browser lacks @before-release`, async ({
    browser,
    product,
  }) => {
    people ??= prepareSamplePeople(product, SMALL_PROJECTS);
    const sample = await people;
    const screens = SCREENS.filter((screen) => screen.who === who && !screen.leavesTraces);
    expect(screens.length).toBeGreaterThan(2);
    const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce', locale: 'en' });
    await deleteNewerInPages(context);
    if (who !== 'guest') await signIn(context, sample.sessions[who]);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
    for (const screen of screens) {
      await openScreen(page, screen, sample, wordsOf('en'));
      await expect(page.locator('h1'), screen.name).toHaveCount(1);
      expect(errors, screen.name).toEqual([]);
    }
    await context.close();
  });

test('a pdf can be read without the built-ins that a supported browser lacks @before-release', async ({
  page,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'old-reader');
  await uploadFile(
    delivery.freelancer,
    delivery.version,
    'brand.pdf',
    Buffer.from(await makePdf({ pages: [undefined, undefined] })),
  );
  await deleteNewerInPages(page.context());
  await deleteNewerInWorkers(page.context());
  await openProject(page, delivery, 'customer');
  await page.getByRole('link', { name: t('files.open', { name: 'brand.pdf' }) }).click();
  const reader = page.getByRole('document', { name: /brand\.pdf/ });
  await expect(reader.locator('canvas').first()).toBeVisible();
});

test('each missing built-in of the list is supplied before the app starts @before-release', async ({
  browser,
  product,
}) => {
  for (const name of FILLED) {
    const page = await browser.newPage({ baseURL: product.url });
    await page.addInitScript(deleteBuiltIns, [name]);
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(hasBuiltIn, name), name).toBe(true);
    await page.close();
  }
});

test('a browser that has all built-ins loads no polyfill @before-release', async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(files.filter((file) => /^\/(?:fill|old-browser)\.js$/.test(file))).toEqual([]);
});

for (const [locale, sentence] of [
  ['en-US', 'Your browser is too old for this site.'],
  ['tr-TR', 'Tarayıcınız bu site için çok eski.'],
] as const)
  for (const address of ['/login', '/', '/verify'])
    test(`a browser without modules shows a message at ${address} (${locale}) @before-release`, async ({
      browser,
      product,
    }) => {
      const page = await browser.newPage({ baseURL: product.url, locale });
      // No module runs, as in a browser that does not support them.
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.addInitScript(() => {
        Object.defineProperty(HTMLScriptElement, 'supports', { value: undefined });
      });
      await page.goto(address);
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeInViewport();
      await page.close();
    });

function hasBuiltIn(name: string): boolean {
  const [owner = '', member = ''] = name.split('.');
  const object = (globalThis as unknown as Record<string, { prototype: object }>)[owner];
  return object !== undefined && (member in object || member in object.prototype);
}
