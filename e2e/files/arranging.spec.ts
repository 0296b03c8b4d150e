import { arrange } from '../kit/arrange.ts';
import type { Page } from '@playwright/test';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

/** Names of the files in the order in which they are shown. */
function shownNames(page: Page): Promise<(string | null)[]> {
  return page
    .getByRole('main')
    .getByRole('link', { name: /^Open / })
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));
}

test('a freelancer arranges files, renames one and chooses the cover, and the client sees the result', async ({
  page,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'arranging');
  const { freelancer, customer, version, project } = delivery;
  for (const name of ['One', 'Two', 'Three']) {
    const bytes = await posterPng({ palette: PALETTES.cafe, title: name, line: 'Summer' });
    const form = new FormData();
    form.set('version', String(version));
    form.set('file', new File([new Uint8Array(bytes)], `${name}.png`));
    await freelancer.expectCall(201, 'POST', '/api/files/', form);
  }
  await openProject(page, delivery, 'freelancer');
  const saved = () =>
    page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.status() === 200);

  await arrange(page, t);
  const handle = (name: string) => page.getByRole('button', { name: t('work.drag', { name }) });
  await handle('Three.png').hover();
  const from = await handle('Three.png').boundingBox();
  const to = await handle('One.png').boundingBox();
  if (!from || !to) throw new Error('A card has no handle');
  const dragged = saved();
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 10, { steps: 10 });
  await page.mouse.move(to.x + 4, to.y + 10, { steps: 4 });
  await page.mouse.up();
  await dragged;
  await expect.poll(() => shownNames(page)).toEqual(['Open Three.png', 'Open One.png', 'Open Two.png']);

  const moved = saved();
  await handle('Two.png').focus();
  await page.keyboard.press('ArrowLeft');
  await moved;
  await expect.poll(() => shownNames(page)).toEqual(['Open Three.png', 'Open Two.png', 'Open One.png']);

  await page.getByRole('button', { name: t('work.actionsOf', { name: 'Two.png' }) }).click();
  await page.getByRole('menuitem', { name: t('work.rename') }).click();
  const dialog = page.getByRole('dialog', { name: t('work.renameTitle') });
  await expect(dialog.getByRole('textbox')).toHaveValue(/^Two/);
  await dialog.getByRole('textbox').fill('Final');
  await expectAccessibleAsItStands(page);
  const renamed = saved();
  await page.keyboard.press('Enter');
  await renamed;
  await expect(page.getByRole('link', { name: 'Open Final.png' })).toBeVisible();

  await page.getByRole('button', { name: t('work.actionsOf', { name: 'One.png' }) }).click();
  await page.getByRole('menuitem', { name: t('work.useAsCover') }).click();
  await expect(page.getByRole('main').getByText(t('work.cover'), { exact: true })).toBeVisible();
  await expectAccessibleAsItStands(page);

  await signIn(page, customer);
  await page.goto(`/projects/${project}`);
  // The cover comes first; the others keep their order.
  await expect.poll(() => shownNames(page)).toEqual(['Open One.png', 'Open Three.png', 'Open Final.png']);
});
