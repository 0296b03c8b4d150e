import type { Project } from '@vitrin/shared/contract/projects.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { prepareSamplePeople, type SamplePeople, SMALL_PROJECTS } from '../kit/sample-people.ts';
import { SCREENS, openScreen } from '../kit/screens.ts';
import { browserWith, expectTimesOfServer } from '../kit/shifted-clock.ts';
import { wordsOf } from '../kit/words.ts';

// Its users have the names of the demo.
test.use({ isAlone: true });

const HOUR = 3_600_000;

/**
 * Browser clocks, in milliseconds ahead of the server's. every-screen.spec.ts shows every screen with a clock an hour
 * ahead.
 */
const CLOCKS = [
  ['a day ahead', 24 * HOUR],
  ['an hour behind', -HOUR],
  ['a day behind', -24 * HOUR],
] as const;

let people: Promise<SamplePeople> | undefined;

for (const [clock, ahead] of CLOCKS)
  test(`a clock that is ${clock} does not affect the times on any screen @before-release`, async ({
    browser,
    product,
  }) => {
    people ??= prepareSamplePeople(product, SMALL_PROJECTS);
    const sample = await people;
    for (const who of ['freelancer', 'customer'] as const) {
      let seen = 0;
      const context = await browserWith(browser, product.url, ahead);
      await signIn(context, sample.sessions[who]);
      const page = await context.newPage();
      for (const screen of SCREENS.filter(({ who: visitor, open }) => visitor === who && !open)) {
        await openScreen(page, screen, sample, wordsOf('en'));
        seen += await expectTimesOfServer(page, 'en', screen.name);
      }
      expect(seen, 'times on all screens').toBeGreaterThan(0);
      await context.close();
    }
  });

test('a new description does not publish a scheduled version when the clock is ahead @before-release', async ({
  browser,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'clock-ahead');
  const { freelancer, version } = delivery;
  const address = `/api/versions/${version}/`;
  const soon = new Date(Date.now() + HOUR).toISOString();
  await freelancer.expectCall(200, 'PATCH', address, { ready_at: soon });
  const context = await browserWith(browser, product.url, 63 * 60_000);
  const page = await context.newPage();
  await openProject(page, delivery, 'freelancer');
  await expect(page.getByText(/^Only you see this version until/)).toBeVisible();
  await page.getByRole('button', { name: /^Actions for version/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByRole('radio', { name: 'At a set time…' })).toBeChecked();
  await form.getByRole('textbox', { name: 'Description' }).fill('Another colour');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const { versions } = await freelancer.expectCall<Project>(200, 'GET', `/api/projects/${delivery.project}/`);
  expect(versions).toMatchObject([{ ready_at: soon, description: '<p>Another colour</p>' }]);
  await context.close();
});

test('a published version is not shown as scheduled when the clock is behind @before-release', async ({
  browser,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'clock-behind');
  const context = await browserWith(browser, product.url, -48 * HOUR);
  const page = await context.newPage();
  await openProject(page, delivery, 'freelancer');
  await expect(page.getByText('Current').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(/^Only you see this/)).toBeHidden();
  await context.close();
});
