import type { Page } from '@playwright/test';
import { registerCustomer, registerFreelancer, inviteCustomer } from '../../test-kit/accounts.ts';
import { readOutbox } from '../../test-kit/outbox.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

/** Texts that the journey expects, word for word. */
const WORDS = {
  choose: 'Choose Professional',
  test: 'Test mode: nothing is charged.',
  pay: 'Pay $29',
  succeed: 'Pay successfully',
  fail: 'Let the payment fail',
  leave: 'Leave without paying',
  success: 'Payment successful',
  failed: 'There was an error processing your payment.',
  again: 'Try again',
  current: 'Current plan',
  cancel: 'Cancel plan',
  stays: /stays active until/i,
  keep: 'Keep Professional',
  goesOn: 'Professional continues.',
  renews: /Renews on/,
  receipt: 'Receipt',
  missing: 'Missing payment information.',
  mail: /^Your receipt for Professional: \$29\.00$/,
} as const;

test('a freelancer leaves the payment, fails, upgrades, cancels and keeps the plan', async ({
  page,
  product,
}) => {
  const username = 'payer';
  await signIn(page, await registerFreelancer(product, username));

  await test.step('leaving the payment page changes nothing', async () => {
    await openCheckout(page);
    await page.getByRole('button', { name: WORDS.pay }).click();
    await expect(page.getByText(WORDS.test)).toBeVisible();
    await page.getByRole('link', { name: WORDS.leave }).click();
    await expect(planCard(page, 'Starter').getByRole('button', { name: WORDS.current })).toBeDisabled();
  });

  await test.step('a failed payment shows a message and leads back to the plans', async () => {
    await openCheckout(page);
    await page.getByRole('button', { name: WORDS.pay }).click();
    await page.getByRole('button', { name: WORDS.fail }).click();
    await expect(page.getByRole('alert').filter({ hasText: WORDS.failed })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: WORDS.again }).click();
    await expect(planCard(page, 'Starter').getByRole('button', { name: WORDS.current })).toBeDisabled();
  });

  await test.step('a successful payment shows plan and transaction, and a receipt is mailed', async () => {
    await openCheckout(page);
    await expectColumn(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: WORDS.pay }).click();
    await expect(page.getByRole('button', { name: WORDS.succeed })).toBeVisible();
    await expectColumn(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: WORDS.succeed }).click();
    await expect(page.getByRole('heading', { level: 1, name: WORDS.success })).toBeVisible();
    await expect(page.getByText('Professional', { exact: true })).toBeVisible();
    await expect(page.getByText(/^test_/)).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expectColumn(page);
    await expectAccessible(page);
    await expect
      .poll(async () =>
        (await readOutbox(product.dataDir, `${username}@example.com`)).map(({ subject }) => subject),
      )
      .toContainEqual(expect.stringMatching(WORDS.mail));
  });

  await test.step('the plan applies at once', async () => {
    await page.goto('/subscription/pricing');
    await expect(planCard(page, 'Professional').getByRole('button', { name: WORDS.current })).toBeDisabled();
    await expect(page.getByText(WORDS.renews)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('two clicks cancel the plan, and the dialog shows its last day', async () => {
    await page.getByRole('button', { name: WORDS.cancel }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(WORDS.stays)).toBeVisible();
    await dialog.getByRole('button', { name: WORDS.cancel }).click();
    await expect(page.getByRole('button', { name: WORDS.keep })).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('one click keeps the plan', async () => {
    await page.getByRole('button', { name: WORDS.keep }).click();
    await expect(page.getByText(WORDS.goesOn)).toBeVisible();
    await expect(page.getByText(WORDS.renews)).toBeVisible();
  });

  await test.step('the account has the receipt', async () => {
    await page.goto('/account');
    const popup = page.waitForEvent('popup');
    await page.getByRole('link', { name: new RegExp(WORDS.receipt) }).click();
    const receipt = await popup;
    await expect(receipt.getByRole('heading', { level: 1, name: new RegExp(WORDS.receipt) })).toBeVisible();
    await expect(receipt.getByText(/^test_/)).toBeVisible();
  });

  await test.step('an incomplete address shows that the payment information is missing', async () => {
    await page.goto('/payment/verify');
    await expect(page.getByText(WORDS.missing)).toBeVisible();
    await page.goto('/payment');
    await expect(page.getByText(WORDS.missing)).toBeVisible();
  });
});

test('a customer sees the questions without prices, and no payment screens @before-release', async ({
  page,
  product,
}) => {
  const freelancer = await registerFreelancer(product, 'owner-of-client');
  const { reset_token } = await inviteCustomer(freelancer, 'client-without-plan');
  await signIn(page, await registerCustomer(product, reset_token));
  await page.goto('/subscription/pricing#faq');
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible();
  await expect(page.getByText('$29')).toHaveCount(0);
  await expectAccessible(page);
  for (const address of ['/subscription/checkout?plan=2', '/payment', '/payment/verify?token=x']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
});

test('a change of language reloads the plans in the other currency @before-release', async ({
  page,
  product,
}) => {
  await signIn(page, await registerFreelancer(product, 'switcher'));
  await page.goto('/subscription/pricing');
  await expect(page.getByText('$29')).toBeVisible();
  await page.getByText('Türkçe', { exact: true }).first().click();
  await expect(page.getByText('899 TL')).toBeVisible();
  await expect(page.getByText('Sınırsız proje').first()).toBeVisible();
});

/** Expects the content centred in the main part, with the width of all payment screens. */
async function expectColumn(page: Page): Promise<void> {
  const column = page.getByRole('heading', { level: 1 }).locator('..');
  const { width, left, right } = await column.evaluate((element) => {
    const [own, main] = [element, element.closest('main') ?? element].map((each) =>
      each.getBoundingClientRect(),
    );
    return {
      width: own?.width,
      left: (own?.left ?? 0) - (main?.left ?? 0),
      right: (main?.right ?? 0) - (own?.right ?? 0),
    };
  });
  expect(width).toBe(480);
  expect(Math.abs(left - right), 'equal space on both sides').toBeLessThan(2);
}

async function openCheckout(page: Page): Promise<void> {
  await page.goto('/subscription/pricing');
  await expect(page.getByText(WORDS.test)).toBeVisible();
  await page.getByRole('link', { name: WORDS.choose }).click();
  await expect(page.getByRole('button', { name: WORDS.pay })).toBeVisible();
}

function planCard(page: Page, name: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2, name }) });
}
