import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

type Login = { name: string; password: string };

type Field = { purpose: string; label: string; isReadOnly: boolean };

/**
 * Expects one form on the page with exactly these visible fields, in order: the `autocomplete` purpose, the label, and
 * `readonly` for one that cannot be edited.
 */
export async function expectFields(page: Page, fields: [purpose: string, label: string, how?: 'readonly'][]) {
  await expect(page.locator('form')).toHaveCount(1);
  const inputs = page.locator('form input:not([type=checkbox]):visible');
  await expect(inputs).toHaveCount(fields.length);
  const seen = await inputs.evaluateAll((elements: HTMLInputElement[]) =>
    elements.map((input): Field => ({
      purpose: input.autocomplete,
      label: input.labels?.[0]?.textContent ?? '',
      isReadOnly: input.readOnly,
    })),
  );
  expect(seen).toEqual(
    fields.map(([purpose, label, how]) => ({ purpose, label, isReadOnly: how === 'readonly' })),
  );
  await expectNoZoom(page);
}

/** Expects text of at least 16 px in fields: iOS zooms into a field with smaller text, and leaves the page enlarged. */
export async function expectNoZoom(page: Page): Promise<void> {
  const typedInto = page.locator(
    'input:not([type=checkbox], [type=radio], [type=file]):visible, textarea:visible, [contenteditable=true]:visible',
  );
  const sizes = await typedInto.evaluateAll((elements) =>
    elements.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
  );
  expect(sizes.length).toBeGreaterThan(0);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
}

/**
 * Returns the name and new password that a password manager stores when the form is sent. Finds the fields by their
 * purpose only.
 */
export async function keepLogin(page: Page): Promise<Login> {
  const name = await page.locator('form input[autocomplete~=username]').inputValue();
  const password = await page.locator('form input[autocomplete=new-password]').first().inputValue();
  return { name, password };
}

/** Fills a login form like a password manager, and sends it by the Go key of a phone. */
export async function fillInLogin(page: Page, { name, password }: Login): Promise<void> {
  await page.locator('form input[autocomplete~=username]').fill(name);
  const field = page.locator('form input[autocomplete=current-password]');
  await field.fill(password);
  await field.press('Enter');
}
