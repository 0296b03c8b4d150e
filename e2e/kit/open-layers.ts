import { type Page, expect } from '@playwright/test';
import { IS_DAILY } from '../../test-kit/large/extent.ts';
import { expectAccessibleAsItStands } from './accessibility.ts';

const OPENERS = '[aria-haspopup=menu], [aria-haspopup=listbox], [role=combobox]';
const LAYERS = '[role=menu], [role=listbox]';

/** The daily run checks the light theme only: `every-screen.spec.ts` shows half of all screens in the dark one. */
const THEMES = IS_DAILY ? (['light'] as const) : (['light', 'dark'] as const);

/**
 * Opens one menu and list of each kind by keyboard, in the open dialog or else in the main part. Expects axe to find
 * nothing while it is open (before a release in both themes), and Escape to return the focus to its control. Returns
 * how many were opened.
 */
export async function expectLayersAccessible(page: Page): Promise<number> {
  const dialog = page.getByRole('dialog').filter({ visible: true });
  const part = (await dialog.count()) > 0 ? dialog : page.getByRole('main');
  const openers = part.locator(OPENERS).filter({ visible: true });
  const kinds = new Set<string>();
  // A skeleton has no menus or lists, so this waits for the loaded screen.
  await openers.first().waitFor();
  for (let index = 0; index < (await openers.count()); index += 1) {
    const opener = openers.nth(index);
    const kind = await opener.evaluate(({ tagName, className }) => `${tagName} ${className}`);
    if (kinds.has(kind) || (await opener.isDisabled())) continue;
    kinds.add(kind);
    await opener.press((await opener.getAttribute('aria-haspopup')) === 'menu' ? 'Enter' : 'ArrowDown');
    const layer = page.locator(LAYERS).filter({ visible: true });
    await expect(layer).toBeVisible();
    await expectAccessibleAsItStands(page, THEMES);
    await page.keyboard.press('Escape');
    await expect(layer).toBeHidden();
    await expect(opener).toBeFocused();
  }
  return kinds.size;
}
