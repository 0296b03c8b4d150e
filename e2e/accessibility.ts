import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const THEMES = ['light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

/** Expects the screen of this address to have no finding of axe, in the light and in the dark theme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    await page.getByRole('main').waitFor();
    await page.waitForLoadState('networkidle');
    await expectNoFindings(page, `${page.url()} in the ${theme} theme`);
  }
}

/** The same for a screen in a state that a reload would lose. */
export async function expectAccessibleAsItStands(page: Page): Promise<void> {
  for (const theme of THEMES) {
    await showTheme(page, theme);
    await expectNoFindings(page, `${page.url()} in the ${theme} theme`);
  }
}

/** Changes the theme as another tab changes it, without a reload. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('theme', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue, storageArea: localStorage }));
  }, theme);
  await page.locator(`html[data-mantine-color-scheme='${theme}']`).waitFor();
}

/** Expects axe to find nothing on the page as it stands; `name` says what page that is. */
export async function expectNoFindings(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`,
    ),
  );
  expect(findings, name).toEqual([]);
}
