import type { Locator, Page } from '@playwright/test';
import type { OpenState } from './screen-states.ts';
import type { Words } from './words.ts';

/** States of a version with sections, links and many files (sample-works.ts). */

const dialogOf = (page: Page) => page.getByRole('dialog');
const button = (where: Page | Locator, name: string) =>
  where.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

export const openSectionMenu: OpenState = async (page, t) => {
  const menu = button(page, t('sections.actionsOf', { name: 'Ceremony' }));
  await menu.scrollIntoViewIfNeeded();
  await menu.click();
  await entry(page, t('sections.rename')).waitFor();
};

export const openLinkForm: OpenState = async (page, t) => {
  await button(page, t('work.moreWays')).click();
  await entry(page, t('linkTools.add')).click();
  await dialogOf(page).getByLabel(t('linkTools.address')).waitFor();
};

export const openCaption: OpenState = async (page, t) => {
  await button(page, t('work.actionsOf', { name: 'DSC_01000.png' })).click();
  await entry(page, t('words.caption')).click();
  await dialogOf(page).getByLabel(t('words.alt')).waitFor();
};

/** Selects four files and opens the menu that edits them. */
export const chooseMany: OpenState = async (page, t) => {
  await button(page, t('work.many')).click();
  await entry(page, t('files.select')).click();
  await choose(page, 4);
  await button(dialogOf(page), t('work.edit')).click();
  await entry(page, t('sections.moveTo')).waitFor();
};

export const renameMany: OpenState = async (page, t) => {
  await chooseMany(page, t);
  await entry(page, t('work.rename')).click();
  await dialogOf(page).getByLabel(t('many.pattern')).fill('Deniz & Ada {n:3}');
};

export const captionMany: OpenState = async (page, t) => {
  await chooseMany(page, t);
  await entry(page, t('words.caption')).click();
  await dialogOf(page).getByRole('textbox').first().waitFor();
};

export const showPlayer: OpenState = async (page, t) => {
  await button(page, `${t('links.show')}: The vows, 4 minutes`).scrollIntoViewIfNeeded();
};

export const pickSome: OpenState = async (page, t) => {
  await openPicks(page, t);
  await choose(page, 3);
};

export const openPickMenu: OpenState = async (page, t) => {
  await pickSome(page, t);
  await button(dialogOf(page), t('chooser.use')).click();
  await entry(page, t('chooser.copyFilter')).waitFor();
};

/** Opens the viewer's ways to download a picture. */
export const openWebSize: OpenState = async (page, t) => {
  await page
    .getByRole('link', { name: t('files.open', { name: 'DSC_01000.png' }) })
    .first()
    .click();
  const bar = dialogOf(page);
  await bar.getByRole('img').first().waitFor();
  const more = button(bar, t('viewer.more'));
  if (await more.isVisible()) await more.click();
};

async function openPicks(page: Page, t: Words): Promise<void> {
  const select = page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`${t('files.select')}|${t('files.mySelection')}`) });
  await select.last().click();
  await dialogOf(page)
    .getByRole('checkbox', { name: t('chooser.all') })
    .waitFor();
}

/** Selects the first `count` files; files that are selected already stay so. */
async function choose(page: Page, count: number): Promise<void> {
  const boxes = dialogOf(page).getByRole('list').getByRole('checkbox');
  for (let index = 0; index < count; index += 1) {
    const box = boxes.nth(index);
    if (!(await box.isChecked())) await box.click();
  }
}
