import { type BrowserContext, type Locator, type Page, expect } from '@playwright/test';
import axe from 'axe-core';
import { IS_DAILY } from '../../test-kit/large/extent.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
export type Theme = 'light' | 'dark';

/** `npm test` takes none in a journey: `every-screen.spec.ts` looks at each screen, and before a release all journeys do. */
const THEMES: readonly Theme[] = IS_DAILY ? [] : ['light', 'dark'];

/**
 * Before a release expects axe to find nothing on this screen once it is complete, in both themes; `last` is the element
 * that appears last, if the main part alone does not show that the screen is complete.
 */
export async function expectAccessible(page: Page, last: Locator = page.getByRole('main')): Promise<void> {
  await last.waitFor();
  if (THEMES.length > 0) await page.waitForLoadState('networkidle');
  await expectAccessibleAsItStands(page);
}

/** Like expectAccessible, for a screen that is known to be complete. */
export async function expectAccessibleAsItStands(page: Page, themes = THEMES): Promise<void> {
  for (const theme of themes) {
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

/** Loads axe with every page, which is faster than adding it to each. */
export async function openWithAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: axe.source });
}

/** Expects axe to find nothing on the page in its present state; `name` is for the message. */
export async function expectNoFindings(page: Page, name: string): Promise<void> {
  expect(page.frames(), 'axe looks into no frame of the page').toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  await transitionsEnd(page);
  const violations = await page.evaluate(async (tags) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    // An open menu or list is a layer of its own, as a dialog is; axe's advice about landmarks exempts dialogs alone.
    const isLayered = document.querySelector('[role=menu], body > [data-portal] [role=listbox]') !== null;
    const rules = { region: { enabled: !isLayered } };
    const results = await inPage.run({
      runOnly: tags,
      resultTypes: ['violations'],
      rules,
      // No rule of these reads style sheets, which axe would fetch and parse for each run.
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

/** Waits for transitions: colours that fade in are right only at the end, and a fade begins up to two frames late. */
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
      // A cancelled transition is over as well.
      await Promise.allSettled(running().map(({ finished }) => finished));
    } while (running().length > 0);
  });
}
