import type { Page } from '@playwright/test';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { runAdmin } from '../../test-kit/admin.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

const WORDS = {
  en: {
    locale: 'en-US',
    timezoneId: 'Pacific/Pago_Pago',
    popular: 'Most popular',
    questions: ['How does billing work?', 'Is there a trial?', 'Can I cancel?', 'How do I get support?'],
    answer: /up to 3 projects/,
    contact: 'Contact us',
    failed: 'The plans could not be loaded.',
    again: 'Try again',
    choose: (plan: string) => `Choose ${plan}`,
    pay: /^Pay \$/,
    succeed: 'Pay successfully',
    replaces: /replaces your Professional plan at once/,
    success: 'Payment successful',
    current: 'Current plan',
    yours: 'Your plan',
    cancel: 'Cancel plan',
    until: /Enterprise stays active until [A-Z][a-z]+ \d{1,2}, \d{4}/,
    keep: 'Keep Enterprise',
    goesOn: 'Enterprise goes on.',
    given: 'Given to you through January 31, 2030',
  },
  tr: {
    locale: 'tr-TR',
    timezoneId: 'Pacific/Kiritimati',
    popular: 'En çok tercih edilen',
    questions: [
      'Faturalandırma nasıl işliyor?',
      'Deneme süresi var mı?',
      'İptal edebilir miyim?',
      'Nasıl destek alırım?',
    ],
    answer: /3 projeye kadar/,
    contact: 'Bize ulaşın',
    failed: 'Planlar yüklenemedi.',
    again: 'Tekrar dene',
    choose: (plan: string) => `${plan} ile başla`,
    pay: /^₺.* öde$/,
    succeed: 'Başarıyla öde',
    replaces: /Professional planınızın yerine hemen geçer/,
    success: 'Ödeme başarılı',
    current: 'Geçerli plan',
    yours: 'Planınız',
    cancel: 'Planı iptal et',
    until: /Enterprise.*\d{1,2} \S+ \d{4} tarihine kadar etkin kalır/,
    keep: 'Enterprise planında kal',
    goesOn: 'Enterprise planınız devam ediyor.',
    given: '31 Ocak 2030 gününün sonuna kadar',
  },
} as const;

for (const language of ['en', 'tr'] as const) {
  const words = WORDS[language];
  test.describe(`in ${language}`, () => {
    test.use({ locale: words.locale });

    test(`from Starter over Professional to Enterprise, and out again (${language})`, async ({
      page,
      context,
      product,
    }) => {
      test.setTimeout(240_000);
      await signIn(context, await registerFreelancer(product, `grower-${language}`));

      await test.step('plans that cannot be loaded can be tried again', async () => {
        await context.route('**/api/subscription_plans/', (route) =>
          route.fulfill({ status: 400, body: '{}' }),
        );
        await page.goto('/subscription/pricing');
        await expect(page.getByText(words.failed)).toBeVisible();
        await context.unroute('**/api/subscription_plans/');
        await page.getByRole('button', { name: words.again }).click();
        await expect(card(page, 'Professional').getByText(words.popular)).toBeVisible();
        await expect(page.getByText(words.popular)).toHaveCount(1);
      });

      await test.step('the questions fold out, and there is somebody to write to', async () => {
        for (const question of words.questions)
          await expect(page.getByRole('button', { name: question })).toHaveAttribute(
            'aria-expanded',
            'false',
          );
        await page.getByRole('button', { name: words.questions[1] }).click();
        await expect(page.getByText(words.answer)).toBeVisible();
        const contact = page.getByRole('region', { name: words.contact });
        await expect(contact.getByRole('link')).toHaveAttribute('href', /^mailto:support@/);
      });

      const next =
        await test.step('the payment page closed and come back to: it can still be paid', async () => {
          await page.getByRole('link', { name: words.choose('Professional') }).click();
          await page.getByRole('button', { name: words.pay }).click();
          await expect(page.getByRole('button', { name: words.succeed })).toBeVisible();
          const address = page.url();
          await page.close();
          const reopened = await context.newPage();
          await reopened.goto('/subscription/pricing');
          await expect(card(reopened, 'Starter').getByRole('button', { name: words.current })).toBeDisabled();
          await reopened.goto(address);
          await reopened.getByRole('button', { name: words.succeed }).click();
          await expect(reopened.getByRole('heading', { level: 1, name: words.success })).toBeVisible();
          return reopened;
        });

      await test.step('in the middle of the period to Enterprise, which says what it replaces', async () => {
        await next.goto('/subscription/pricing');
        await expect(card(next, 'Professional').getByRole('button', { name: words.current })).toBeDisabled();
        await next.getByRole('link', { name: words.choose('Enterprise') }).click();
        await expect(next.getByText(words.replaces)).toBeVisible();
        await next.getByRole('button', { name: words.pay }).click();
        await next.getByRole('button', { name: words.succeed }).click();
        await expect(next.getByRole('heading', { level: 1, name: words.success })).toBeVisible();
      });

      await test.step('on Enterprise no card has a button, and a badge marks the plan', async () => {
        await next.goto('/subscription/pricing');
        await expect(card(next, 'Enterprise').getByText(words.yours)).toBeVisible();
        for (const name of ['Starter', 'Professional', 'Enterprise']) {
          await expect(card(next, name).getByRole('button')).toHaveCount(0);
          await expect(card(next, name).getByRole('link')).toHaveCount(0);
        }
      });

      await test.step('cancelled with the day it ends, and kept', async () => {
        await next.getByRole('button', { name: words.cancel }).click();
        const dialog = next.getByRole('dialog');
        await expect(dialog.getByText(words.until)).toBeVisible();
        await dialog.getByRole('button', { name: words.cancel }).click();
        await next.getByRole('button', { name: words.keep }).click();
        await expect(next.getByText(words.goesOn)).toBeVisible();
        await expect(next.getByRole('button', { name: words.cancel })).toBeVisible();
      });
    });

    test.describe(words.timezoneId, () => {
      test.use({ timezoneId: words.timezoneId });

      test(`a plan given through the 31st says so there too (${language})`, async ({
        page,
        context,
        product,
      }) => {
        const username = `given-${language}`;
        await signIn(context, await registerFreelancer(product, username));
        await runAdmin(product, 'set-plan', username, 'pro', '--until', '2030-01-31');
        await page.goto('/subscription/pricing');
        await expect(page.getByText(words.given)).toBeVisible();
      });
    });
  });
}

function card(page: Page, name: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2, name }) });
}
