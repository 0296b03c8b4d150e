import { arrange } from '../kit/arrange.ts';
import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { type Delivery, openProject, prepareDelivery } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

async function withMilestones(delivery: Delivery, names: readonly string[]): Promise<void> {
  for (const name of names)
    await delivery.freelancer.expectCall(201, 'POST', '/api/milestones/', {
      name,
      project: delivery.project,
    });
}

/** Returns the names in the order of the screen. */
const shownIn = (page: Page) => page.locator('section[aria-labelledby=milestones] h3').allTextContents();

/** Returns the names in the order that the server has stored. */
async function keptBy({ freelancer, project }: Delivery): Promise<string[]> {
  const { results } = await freelancer.expectCall<{ results: Milestone[] }>(
    200,
    'GET',
    `/api/milestones/?project=${project}`,
  );
  return results.map(({ name }) => name);
}

async function middleOf(thing: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await thing.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

/** Drags vertically by mouse, or by touch on a phone. */
async function drag(page: Page, handle: Locator, onto: Locator): Promise<void> {
  const from = await middleOf(handle);
  const target = await middleOf(onto);
  const to = { x: from.x, y: target.y };
  const steps = Array.from({ length: 6 }, (_, step) => ({
    x: from.x,
    y: from.y + ((to.y - from.y) * (step + 1)) / 6,
  }));
  if (page.viewportSize()?.width === 390) return dragByFinger(page, from, steps);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const { x, y } of steps) await page.mouse.move(x, y);
  await page.mouse.up();
}

async function dragByFinger(page: Page, from: Point, steps: readonly Point[]): Promise<void> {
  const finger: CDPSession = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', from);
  for (const at of steps) await touch('touchMove', at);
  await touch('touchEnd');
}

type Point = { x: number; y: number };

test('milestones can be dragged into place, and dragging by finger does not scroll the page @phone @before-release', async ({
  page,
  product,
  t,
  isMobile,
}, { project: { name } }) => {
  const delivery = await prepareDelivery(product, `drag-${name}`);
  await withMilestones(delivery, ['a', 'b', 'c', 'd']);
  await openProject(page, delivery, 'freelancer');
  const handle = (name: string) =>
    page.getByRole('button', { name: t('milestones.drag', { name }), exact: true });
  await arrange(page, t);
  await expect(handle('a')).toBeVisible();
  const hint = isMobile ? t('work.arrangeTouchHint') : t('work.arrangeHint');
  await expect(page.getByText(hint)).toBeVisible();
  const scrolled = () => page.evaluate(() => scrollY);

  // Away from the edges of the window, where a drag scrolls.
  await handle('b').evaluate((button) => button.scrollIntoView({ block: 'center' }));
  const before = await scrolled();
  await drag(page, handle('a'), handle('c'));
  await expect.poll(() => shownIn(page)).toEqual(['b', 'c', 'a', 'd']);
  await expect.poll(() => keptBy(delivery)).toEqual(['b', 'c', 'a', 'd']);
  await drag(page, handle('d'), handle('b'));
  await expect.poll(() => shownIn(page)).toEqual(['d', 'b', 'c', 'a']);
  await expect.poll(() => keptBy(delivery)).toEqual(['d', 'b', 'c', 'a']);
  expect(await scrolled()).toBe(before);

  // A milestone dropped where it was does not move.
  await drag(page, handle('b'), handle('b'));
  expect(await shownIn(page)).toEqual(['d', 'b', 'c', 'a']);
});

test('arrow keys move a milestone, keep the focus and announce the position @before-release', async ({
  page,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'arrows');
  await withMilestones(delivery, ['a', 'b', 'c']);
  await openProject(page, delivery, 'freelancer');
  await arrange(page, t);
  const handle = page.getByRole('button', { name: 'Move a', exact: true });
  await handle.focus();
  for (const order of [
    ['b', 'a', 'c'],
    ['b', 'c', 'a'],
    ['b', 'c', 'a'],
  ]) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => shownIn(page)).toEqual(order);
  }
  await expect(page.getByText('Moved to position 3 of 3')).toBeAttached();
  await expect(handle).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => shownIn(page)).toEqual(['b', 'a', 'c']);
  await expect(page.getByText('Moved to position 2 of 3')).toBeAttached();
  await expect(handle).toBeFocused();
  await expect.poll(() => keptBy(delivery)).toEqual(['b', 'a', 'c']);
});

test("a tick shows at once and is reverted with the server's message @before-release", async ({
  page,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'tick');
  await withMilestones(delivery, ['a', 'b']);
  await openProject(page, delivery, 'freelancer');
  const tick = page.getByRole('checkbox', { name: 'Completed: a' });
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/milestones/*/', async (route) => {
    await held;
    await route.fulfill({ status: 403, json: { detail: 'Not today.' } });
  });
  await tick.click();
  await expect(tick).toBeChecked();
  await expect(page.getByText('50%').first()).toBeVisible();
  await expect(page.getByText('Next: b')).toBeVisible();
  answer();
  await expect(page.getByText('Not today.')).toBeVisible();
  await expect(tick).not.toBeChecked();
  await expect(page.getByText('Next: a')).toBeVisible();

  await page.unroute('**/api/milestones/*/');
  await tick.click();
  await expect(tick).toBeChecked();
  await page.reload();
  await expect(tick).toBeChecked();
  await expect(page.getByText('50%').first()).toBeVisible();
});

test('a freelancer adds, changes and deletes a milestone, and resolves a conflict with another change @phone-before-release', async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  const delivery = await prepareDelivery(product, `steps-${size}`);
  await openProject(page, delivery, 'freelancer');
  await expect(page.getByText(t('work.noMilestones'))).toBeVisible();

  await page.getByRole('button', { name: t('milestones.add') }).click();
  const form = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('textbox', { name: t('milestones.name') }) });
  await expect(form.getByRole('textbox', { name: t('milestones.name') })).toBeFocused();
  await form.getByRole('button', { name: t('milestones.add') }).click();
  await expect(form.getByText(t('validation.required'))).toBeVisible();
  await expect(form.getByRole('textbox', { name: t('milestones.name') })).toBeFocused();
  await form.getByRole('textbox', { name: t('milestones.name') }).fill('Taslak');
  await form.getByRole('textbox', { name: t('milestoneForm.description') }).fill('First');
  await form.getByRole('textbox', { name: t('milestones.name') }).press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByRole('heading', { level: 3, name: 'Taslak' })).toBeVisible();

  const menu = page.getByRole('button', { name: t('milestones.actionsOf', { name: 'Taslak' }) });
  await menu.click();
  await page.getByRole('menuitem', { name: t('actions.edit') }).click();
  const [milestone] = (
    await delivery.freelancer.expectCall<{ results: Milestone[] }>(
      200,
      'GET',
      `/api/milestones/?project=${delivery.project}`,
    )
  ).results;
  await form.getByRole('textbox', { name: t('milestones.name') }).fill('Mine');
  await delivery.freelancer.expectCall(200, 'PATCH', `/api/milestones/${milestone?.id}/`, {
    name: 'Theirs',
    description: '<p>Second</p>',
  });
  await form.getByRole('button', { name: t('actions.save') }).click();
  await expect(form.getByText(t('conflict.title'))).toBeVisible();
  await expect(form.getByText('Theirs')).toBeVisible();
  await expect(form.getByRole('textbox', { name: t('milestones.name') })).toHaveValue('Mine');
  await expect(form.getByRole('textbox', { name: t('milestoneForm.description') })).toHaveText('Second');
  await form.getByRole('button', { name: t('actions.save') }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('heading', { level: 3, name: 'Mine' })).toBeVisible();

  await page.getByRole('button', { name: t('milestones.actionsOf', { name: 'Mine' }) }).click();
  await page.getByRole('menuitem', { name: t('actions.delete') }).click();
  const question = page.getByRole('dialog', { name: t('milestones.deleteTitle', { name: 'Mine' }) });
  await expect(question.getByRole('button', { name: t('actions.cancel') })).toBeFocused();
  await question.getByRole('button', { name: t('actions.delete') }).click();
  await expect(page.getByText(t('work.noMilestones'))).toBeVisible();
});
