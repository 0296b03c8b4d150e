import type { Locator, Page } from '@playwright/test';
import type { Words } from './words.ts';

/** Switches the freelancer's page to the mode in which files and milestones show their handles. */
export async function arrange(page: Page, t: Words): Promise<void> {
  await page.getByRole('button', { name: t('project.more'), exact: true }).click();
  await page.getByRole('menuitem', { name: t('work.arrange') }).click();
  await page.getByRole('button', { name: t('work.arrangeDone') }).waitFor();
}

/** Opens the menu of a file on the freelancer's page and returns its "Download" entry. */
export async function downloadEntryOf(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  return page.getByRole('menuitem', { name: 'Download' });
}
