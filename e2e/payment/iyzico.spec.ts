import type { Page } from '@playwright/test';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { type FakeIyzico, IYZICO_KEYS, startFakeIyzico } from '../../test-kit/fake-iyzico/fake-iyzico.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test as base, TURKISH_ON_PHONES } from '../kit/fixtures.ts';
import type { Words } from '../kit/words.ts';

type Shop = { product: Product; iyzico: FakeIyzico };

const PAGE = 'http://cpp.iyzico.test';
const MONTH_MILLISECONDS = 31 * 24 * 3600 * 1000;

/** Starts the product with iyzico as its gateway, and a fake of iyzico on loopback. */
async function openShop(): Promise<Shop> {
  const iyzico = await startFakeIyzico();
  const env = {
    IYZICO_API_KEY: IYZICO_KEYS.apiKey,
    IYZICO_SECRET_KEY: IYZICO_KEYS.secretKey,
    IYZICO_API_BASE: iyzico.apiBase,
    IYZICO_PAYMENT_PAGE: PAGE,
  };
  return { iyzico, product: await startProduct({ env }) };
}

let opened: Promise<Shop> | undefined;
const test = base.extend<{ shop: Shop }>({
  shop: async ({}, use) => use(await (opened ??= openShop())),
  product: async ({ shop }, use) => use(shop.product),
});
test.afterAll(async ({ shop }) => {
  await shop.product.remove();
  await shop.iyzico.close();
});
test.use(TURKISH_ON_PHONES);

test('@phone-before-release a buyer pays at iyzico, changes the card, and cancels without a way to resume', async ({
  page,
  shop: { product, iyzico },
  language,
  t,
}, { project }) => {
  await serveIyzicoPage(page, iyzico);
  await signIn(page, await registerFreelancer(product, `iyzico-${project.name}`));
  await buy(page, t);
  await expect(page.getByRole('heading', { level: 1, name: t('payment.successTitle') })).toBeVisible();

  await page.goto('/account#plan');
  const price = language === 'tr' ? '899 TL' : '$29';
  await expect(page.getByText(`Professional, ${price}`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: t('billing.changeCard') }).click();
  await page.getByRole('button', { name: 'iyzico' }).click();
  await expect(page).toHaveURL(/\/account#plan$/);
  await expect(page.getByRole('button', { name: t('billing.changeCard') })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: t('billing.cancel'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/cannot be undone|geri alınamaz/);
  await dialog.getByRole('button', { name: t('billing.cancelConfirm'), exact: true }).click();
  await expect(page.getByText(t('billing.badge.cancelled'), { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: t('billing.changeCard') })).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('billing.resume', { plan: 'Professional' }) })).toHaveCount(
    0,
  );
});

test('@phone-before-release a refused renewal is paid with another card @before-release', async ({
  page,
  shop: { product, iyzico },
  t,
}, { project }) => {
  await serveIyzicoPage(page, iyzico);
  await signIn(page, await registerFreelancer(product, `iyzico-overdue-${project.name}`));
  iyzico.now = () => new Date(Date.now() - MONTH_MILLISECONDS);
  await buy(page, t);
  await expect(page.getByRole('heading', { level: 1, name: t('payment.successTitle') })).toBeVisible();
  iyzico.now = () => new Date();
  iyzico.failRenewal([...iyzico.subscriptions.keys()].at(-1) ?? '');

  await page.goto('/account#plan');
  await expect(page.getByText(t('billing.overdueCardHint'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('billing.payNow') }).click();
  await expect(page.getByText(t('billing.stillRefused'))).toBeVisible();
  // The second attempt comes after a minute at the earliest.
  iyzico.now = () => new Date(Date.now() + 120_000);
  await page.getByRole('button', { name: t('billing.changeCard') }).click();
  await page.getByRole('button', { name: 'iyzico' }).click();
  await expect(page.getByText(t('billing.paidNow'))).toBeVisible();
  await expect(page.getByText(t('billing.badge.active'), { exact: true })).toBeVisible();
});

/** Orders Professional with a buyer's details, and pays on iyzico's page. */
async function buy(page: Page, t: Words): Promise<void> {
  await page.goto('/subscription/checkout?plan=2');
  const pay = page.getByRole('button', { name: /^(Pay \$29|.*öde)$/ });
  for (const [name, value] of [
    ['name', 'Ada'],
    ['surname', 'Yılmaz'],
    ['identity_number', '10000000146'],
    ['phone', '+90 555 000 00 00'],
    ['address', 'Moda Caddesi 1'],
    ['city', 'İstanbul'],
    ['country', 'Türkiye'],
    ['zip_code', '34710'],
  ] as const)
    await page.getByRole('textbox', { name: t(`checkout.buyer.${name}`), exact: true }).fill(value);
  await expectAccessible(page);
  await pay.click();
  await page.getByRole('button', { name: 'iyzico' }).click();
}

/** Replaces iyzico's own page, which is unreachable, by one with a button that pays or saves a card, and leads back. */
async function serveIyzicoPage(page: Page, iyzico: FakeIyzico): Promise<void> {
  await page.route(`${PAGE}/**`, async (route) => {
    const token = new URL(route.request().url()).searchParams.get('token') ?? '';
    const form = iyzico.forms.get(token);
    if (form) iyzico.pay(token);
    else iyzico.giveCard(token);
    const address = form?.callbackUrl ?? iyzico.cardForms.get(token)?.callbackUrl;
    const body = `<form method="post" action="${address}"><button>iyzico</button></form>`;
    await route.fulfill({ contentType: 'text/html', body });
  });
}
