import { type BrowserContext, type Locator, type Page, expect } from '@playwright/test';
import axe from 'axe-core';
import { IS_DAILY } from '../../test-kit/large/extent.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
export type Theme = 'light' | 'dark';

/** The daily run uses none: there only `every-screen.spec.ts` checks screens; before a release every journey does. */
const THEMES: readonly Theme[] = IS_DAILY ? [] : ['light', 'dark'];

/**
 * Waits until the screen is complete; before a release also expects axe to find nothing in either theme. `last` is the
 * element that appears last, if the main part appears before the screen is complete.
 */
export async function expectAccessible(page: Page, last: Locator = page.getByRole('main')): Promise<void> {
  await last.waitFor();
  if (THEMES.length > 0) await page.waitForLoadState('networkidle');
  await expectAccessibleAsItStands(page);
}

/** Like expectAccessible, but without waiting: the caller knows that the screen is complete. */
export async function expectAccessibleAsItStands(page: Page, themes = THEMES): Promise<void> {
  for (const theme of themes) {
    await showTheme(page, theme);
    await expectNoFindings(page, `${page.url()} in the ${theme} theme`);
  }
}

/** Changes the theme without a reload, as a change in another tab does. */
export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('theme', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue, storageArea: localStorage }));
  }, theme);
  await page.locator(`html[data-mantine-color-scheme='${theme}']`).waitFor();
}

/** Adds axe to every page as it loads, which is faster than injecting it afterwards. */
export async function openWithAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: axe.source });
}

/** Expects axe to find nothing on the page in its present state; `name` appears in the failure message. */
export async function expectNoFindings(page: Page, name: string): Promise<void> {
  expect(page.frames(), 'axe does not check frames').toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  await transitionsEnd(page);
  const violations = await page.evaluate(async (tags) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    // axe's landmark rule exempts dialogs, but not open menus and lists, which are layers in the same way.
    const isLayered = document.querySelector('[role=menu], body > [data-portal] [role=listbox]') !== null;
    const rules = { region: { enabled: !isLayered } };
    const results = await inPage.run({
      runOnly: tags,
      resultTypes: ['violations'],
      rules,
      // None of these rules reads style sheets, which axe would fetch and parse on each run.
      preload: { assets: ['media'] },
    });
    return results.violations;
  }, WCAG);
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`,
    ),
  );
  expect(findings, name).toEqual([]);
}

/** Waits until all transitions have ended: colours are final only then, and a fade starts up to two frames late. */
async function transitionsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => void requestAnimationFrame(resolve));
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    do {
      await nextFrame();
      await nextFrame();
      // A cancelled transition rejects, and has ended as well.
      await Promise.allSettled(running().map(({ finished }) => finished));
    } while (running().length > 0);
  });
}
