import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

const screens = [
  { address: '/', heading: 'Put your work in the window.' },
  { address: '/login', heading: 'Welcome back' },
  { address: '/register', heading: 'Create your account' },
  { address: '/reset-password', heading: 'Reset your password' },
  { address: '/nowhere', heading: 'Page not found' },
];

for (const { address, heading } of screens) {
  test(`a guest finds ${address} accessible in both themes @phone`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectAccessible(page);
  });
}
