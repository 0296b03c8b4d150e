import type { BrowserContext, Page } from '@playwright/test';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import {
  type FakeStripe,
  startFakeStripe,
  STRIPE_WEBHOOK_SECRET,
} from '../../test-kit/fake-stripe/fake-stripe.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test as base } from '../kit/fixtures.ts';

type Shop = { product: Product; stripe: FakeStripe };

/** Starts the product with Stripe as its gateway, and a fake of Stripe on loopback. */
async function openShop(): Promise<Shop> {
  const stripe = await startFakeStripe();
  const env = {
    STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
    STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.apiBase,
  };
  return { stripe, product: await startProduct({ env }) };
}

let opened: Promise<Shop> | undefined;
const test = base.extend<{ shop: Shop }>({
  shop: async ({}, use) => use(await (opened ??= openShop())),
  product: async ({ shop }, use) => use(shop.product),
});
test.afterAll(async ({ shop }) => {
  await shop.product.remove();
  await shop.stripe.close();
});

const WORDS = {
  en: {
    locale: 'en-US',
    toggle: 'Türkçe',
    choose: 'Choose Professional',
    enterprise: 'Enterprise ile başla',
    pay: 'Pay $29',
    payEnterprise: '$99 öde',
    noCheckout: 'Failed to initiate checkout process. Please try again.',
    current: 'Current plan',
    kept: 'Planınız dolarla alındığı için fiyatlar dolar olarak gösterilir.',
    currency: 'usd',
    price: '$99',
    noAnswer: 'Ödeme doğrulanamadı. Lütfen daha sonra tekrar deneyin.',
    success: 'Ödeme başarılı',
  },
  tr: {
    locale: 'tr-TR',
    toggle: 'English',
    choose: 'Professional ile başla',
    enterprise: 'Choose Enterprise',
    pay: '899 TL öde',
    payEnterprise: 'Pay ₺2,999',
    noCheckout: 'Ödeme işlemi başlatılamadı. Lütfen tekrar deneyin.',
    current: 'Geçerli plan',
    kept: 'Prices are in lira, because your plan was bought in lira.',
    currency: 'try',
    price: '₺2,999',
    noAnswer: 'Failed to verify payment. Please try again later.',
    success: 'Payment successful',
  },
} as const;

for (const [language, tag] of [
  ['en', ''],
  ['tr', ' @before-release'],
] as const) {
  const words = WORDS[language];
  test.describe(`bought in ${language}`, () => {
    test.use({ locale: words.locale });

    test(`a purchase survives a gateway that is down twice, a closed browser and a change of language (${language})${tag}`, async ({
      page,
      context,
      shop,
    }) => {
      const { product, stripe } = shop;
      await signIn(context, await registerFreelancer(product, `stripe-${language}`));
      await serveStripePage(context);

      await test.step('a gateway down at checkout shows the message of the catalogue, and can be retried', async () => {
        await page.goto('/subscription/pricing');
        await page.getByRole('link', { name: words.choose }).click();
        stripe.isDown = true;
        await page.getByRole('button', { name: words.pay }).click();
        await expect(page.getByRole('alert')).toHaveText(words.noCheckout);
        stripe.isDown = false;
        await page.getByRole('button', { name: words.pay }).click();
        await expect(page.getByRole('heading', { name: 'Stripe' })).toBeVisible();
      });

      const next =
        await test.step('the plan changes by webhook events when the browser was closed after paying', async () => {
          await page.close();
          stripe.pay(lastSession(stripe));
          await deliver(shop);
          const reopened = await context.newPage();
          await reopened.goto('/subscription/pricing');
          await expect(
            card(reopened, 'Professional').getByRole('button', { name: words.current }),
          ).toBeDisabled();
          return reopened;
        });

      await test.step('another language keeps the currency and the customer', async () => {
        await next.getByText(words.toggle, { exact: true }).first().click();
        await expect(card(next, 'Enterprise').getByText(words.price)).toBeVisible();
        await expect(next.getByText(words.kept)).toBeVisible();
        await next.getByRole('link', { name: words.enterprise }).click();
        await next.getByRole('button', { name: words.payEnterprise }).click();
        await expect(next.getByRole('heading', { name: 'Stripe' })).toBeVisible();
        const form = stripe.changes.at(-1)?.form;
        expect(form?.['line_items[0][price_data][currency]']).toBe(words.currency);
        expect(form?.['customer']).toMatch(/^cus_/);
      });

      await test.step('a return before any webhook event, with the gateway down, shows a message and then polls', async () => {
        stripe.pay(lastSession(stripe));
        stripe.isDown = true;
        await next.goto(stripe.sessions.get(lastSession(stripe))?.form['success_url'] ?? '');
        await expect(next.getByRole('alert')).toHaveText(words.noAnswer);
        stripe.isDown = false;
        await expect(next.getByRole('heading', { level: 1, name: words.success })).toBeVisible();
        await expect(next.getByText('Enterprise', { exact: true })).toBeVisible();
        await expect(next.getByText(/^in_/)).toBeVisible();
      });
    });
  });
}

function card(page: Page, name: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2, name }) });
}

/** Replaces Stripe's own page, which is unreachable, by a local one. */
async function serveStripePage(context: BrowserContext): Promise<void> {
  await context.route('https://checkout.stripe.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Stripe</h1>' }),
  );
}

function lastSession({ sessions }: FakeStripe): string {
  return [...sessions.keys()].at(-1) ?? '';
}

/** Sends all pending webhook events, signed. */
async function deliver({ product, stripe }: Shop): Promise<void> {
  for (const event of stripe.events.splice(0)) {
    const { body, signature } = stripe.sign(event);
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await fetch(`${product.url}/api/webhooks/stripe/`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  }
}
