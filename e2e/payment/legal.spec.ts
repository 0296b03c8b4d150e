import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { readOutbox } from '../../test-kit/outbox.ts';
import { LEGAL_TEXT_NAMES } from '../../shared/src/contract/payments/legal.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

const folder = path.join(mkdtempSync(path.join(tmpdir(), 'vitrin-legal-')), 'texts');
mkdirSync(folder);
for (const name of LEGAL_TEXT_NAMES)
  for (const language of ['en', 'tr'])
    writeFileSync(
      path.join(folder, `${name}.${language}.md`),
      `Version: 2026-11\n\n# ${name}-${language}\n\nThe wording.\n`,
    );

test.use({
  environment: {
    LEGAL_DIR: folder,
    COMPANY_TITLE: 'Örnek Yazılım Ltd. Şti.',
    COMPANY_MERSIS: '0123456789012345',
  },
  ...TURKISH_ON_PHONES,
});

test('@phone-before-release a buyer must accept the legal texts before paying, and can withdraw from the purchase @before-release', async ({
  page,
  product,
  language,
  t,
}, { project }) => {
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText('Örnek Yazılım Ltd. Şti.');
  await expect(page.getByRole('contentinfo')).toContainText('0123456789012345');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: `contract-${language}` }).click();
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText(`contract-${language}`);

  await signIn(page, await registerFreelancer(product, `legal-${project.name}`));
  await page.goto('/subscription/checkout?plan=2');
  const pay = page.getByRole('button', { name: /^(Pay \$29|.*öde)$/ });
  await pay.click();
  await expect(page.getByText(t('checkout.acceptFirst'))).toBeVisible();
  await expect(page).toHaveURL(/checkout/);
  await expectAccessible(page);
  await page.getByRole('checkbox').check();
  await pay.click();
  await page.getByRole('button', { name: t('payment.succeed') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('payment.successTitle') })).toBeVisible();
  await expect
    .poll(async () => (await readOutbox(product.dataDir)).flatMap(({ files }) => files))
    .toEqual(expect.arrayContaining(LEGAL_TEXT_NAMES.map((name) => `${name}.${language}.html`)));

  await page.goto('/account#plan');
  await expect(page.getByRole('link', { name: `withdrawal-${language}` })).toBeVisible();
  await page.getByRole('button', { name: t('billing.withdraw') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(t('billing.withdrawText'));
  await dialog.getByRole('button', { name: t('billing.withdraw') }).click();
  await expect(page.getByText(t('billing.withdrawn'))).toBeVisible();
  await expect(page.getByText(t('billing.free'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('billing.withdraw') })).toHaveCount(0);
});

test('a user can download their stored data @before-release', async ({ page, product, t }) => {
  const ada = await registerFreelancer(product, 'own-data');
  await signIn(page, ada);
  await page.goto('/account#data');
  for (const [key, name] of [
    ['recorded.read', 'vitrin-my-data.html'],
    ['recorded.machine', 'vitrin-my-data.json'],
  ] as const) {
    const started = page.waitForEvent('download');
    await page.getByRole('link', { name: t(key) }).click();
    const download = await started;
    expect(download.suggestedFilename()).toBe(name);
    expect(readFileSync(await download.path(), 'utf8')).toContain('own-data');
  }
  await page.getByText(t('recorded.title')).click();
  await expect(page.getByText(t('recorded.freelancer.whom'))).toBeVisible();
});
