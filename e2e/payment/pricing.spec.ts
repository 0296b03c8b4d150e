import type { Page } from '@playwright/test';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { runAdmin } from '../../test-kit/admin.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

const WORDS = {
  popular: 'En çok tercih edilen',
  questions: [
    'Faturalandırma nasıl işliyor?',
    'Deneme süresi var mı?',
    'İptal edebilir miyim?',
    'Nasıl destek alırım?',
  ],
  answer: /Starter planı süresiz ücretsizdir/,
  contact: 'Bize ulaşın',
  failed: 'Planlar yüklenemedi.',
  again: 'Tekrar dene',
  choose: (plan: string) => `${plan} ile başla`,
  pay: / TL öde$/,
  succeed: 'Başarıyla öde',
  replaces: /Professional planınızın yerine hemen geçer/,
  success: 'Ödeme başarılı',
  current: 'Geçerli plan',
  yours: 'Planınız',
  cancel: 'Planı iptal et',
  until: /Enterprise.*\d{1,2} \S+ \d{4} tarihine kadar etkin kalır/,
  keep: 'Enterprise planında kal',
  goesOn: 'Enterprise planınız devam ediyor.',
} as const;

test.use({ language: 'tr' });

test('a freelancer goes from Starter to Professional to Enterprise, cancels and keeps the plan @before-release', async ({
  page,
  context,
  product,
}) => {
  await signIn(context, await registerFreelancer(product, 'grower'));

  await test.step('plans that fail to load can be loaded again', async () => {
    await context.route('**/api/subscription_plans/', (route) => route.fulfill({ status: 400, body: '{}' }));
    await page.goto('/subscription/pricing');
    await expect(page.getByText(WORDS.failed)).toBeVisible();
    await context.unroute('**/api/subscription_plans/');
    await page.getByRole('button', { name: WORDS.again }).click();
    await expect(card(page, 'Professional').getByText(WORDS.popular)).toBeVisible();
    await expect(page.getByText(WORDS.popular)).toHaveCount(1);
  });

  await test.step('the questions expand, and there is a contact address', async () => {
    for (const question of WORDS.questions)
      await expect(page.getByRole('button', { name: question })).toHaveAttribute('aria-expanded', 'false');
    await page.getByRole('button', { name: WORDS.questions[1] }).click();
    await expect(page.getByText(WORDS.answer)).toBeVisible();
    const contact = page.getByRole('region', { name: WORDS.contact });
    await expect(contact.locator('a[href^="mailto:support@"]')).toBeVisible();
  });

  const next = await test.step('a payment page that was closed can be opened again and paid', async () => {
    await page.getByRole('link', { name: WORDS.choose('Professional') }).click();
    await page.getByRole('button', { name: WORDS.pay }).click();
    await expect(page.getByRole('button', { name: WORDS.succeed })).toBeVisible();
    const address = page.url();
    await page.close();
    const reopened = await context.newPage();
    await reopened.goto('/subscription/pricing');
    await expect(card(reopened, 'Starter').getByRole('button', { name: WORDS.current })).toBeDisabled();
    await reopened.goto(address);
    await reopened.getByRole('button', { name: WORDS.succeed }).click();
    await expect(reopened.getByRole('heading', { level: 1, name: WORDS.success })).toBeVisible();
    return reopened;
  });

  await test.step('a change to Enterprise within the period names the plan that it replaces', async () => {
    await next.goto('/subscription/pricing');
    await expect(card(next, 'Professional').getByRole('button', { name: WORDS.current })).toBeDisabled();
    await next.getByRole('link', { name: WORDS.choose('Enterprise') }).click();
    await expect(next.getByText(WORDS.replaces)).toBeVisible();
    await next.getByRole('button', { name: WORDS.pay }).click();
    await next.getByRole('button', { name: WORDS.succeed }).click();
    await expect(next.getByRole('heading', { level: 1, name: WORDS.success })).toBeVisible();
  });

  await test.step('on Enterprise no card has a button, and a badge marks the plan', async () => {
    await next.goto('/subscription/pricing');
    await expect(card(next, 'Enterprise').getByText(WORDS.yours)).toBeVisible();
    for (const name of ['Starter', 'Professional', 'Enterprise']) {
      await expect(card(next, name).getByRole('button')).toHaveCount(0);
      await expect(card(next, name).getByRole('link')).toHaveCount(0);
    }
  });

  await test.step('the plan is cancelled, with its last day, and kept', async () => {
    await next.getByRole('button', { name: WORDS.cancel }).click();
    const dialog = next.getByRole('dialog');
    await expect(dialog.getByText(WORDS.until)).toBeVisible();
    await dialog.getByRole('button', { name: WORDS.cancel }).click();
    await next.getByRole('button', { name: WORDS.keep }).click();
    await expect(next.getByText(WORDS.goesOn)).toBeVisible();
    await expect(next.getByRole('button', { name: WORDS.cancel })).toBeVisible();
  });
});

for (const [language, timezoneId, given] of [
  ['en', 'Pacific/Pago_Pago', 'Granted to you through January 31, 2030'],
  ['tr', 'Pacific/Kiritimati', '31 Ocak 2030 gününün sonuna kadar'],
] as const)
  test.describe(timezoneId, () => {
    test.use({ language, timezoneId });

    test(`a plan granted through the 31st shows that date in this time zone (${language}) @before-release`, async ({
      page,
      product,
    }) => {
      const username = `given-${language}`;
      await signIn(page, await registerFreelancer(product, username));
      await runAdmin(product, 'set-plan', username, 'pro', '--until', '2030-01-31');
      await page.goto('/subscription/pricing');
      await expect(page.getByText(given)).toBeVisible();
    });
  });

function card(page: Page, name: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2, name }) });
}
