import { registerFreelancer } from '../../test-kit/accounts.ts';
import { expectAccessible } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use({
  environment: {
    INVOICES: 'file',
    COMPANY_TITLE: 'Örnek Yazılım Ltd. Şti.',
    COMPANY_ADDRESS: 'Moda Caddesi 1, Kadıköy, İstanbul',
    COMPANY_TAX_OFFICE: 'Kadıköy',
    COMPANY_TAX_NUMBER: '1234567890',
  },
  ...TURKISH_ON_PHONES,
});

test('@phone-before-release a buyer enters the invoice details once, pays, and finds the invoice in the account @before-release', async ({
  page,
  product,
  t,
}, { project }) => {
  await signIn(page, await registerFreelancer(product, `billing-${project.name}`));
  await page.goto('/subscription/checkout?plan=2');
  const pay = page.getByRole('button', { name: /^(Pay \$29|.*öde)$/ });
  const field = (name: 'name' | 'tax_number' | 'tax_office' | 'address' | 'district' | 'city' | 'country') =>
    page.getByRole('textbox', { name: t(`billingDetails.${name}`) });
  await field('name').fill('Işık Reklam A.Ş.');
  await expect(pay).toHaveCount(0);
  await field('tax_number').fill('1234567891');
  await page.getByRole('button', { name: t('billingDetails.continue') }).click();
  await expect(page.getByText(t('billingDetails.wrongNumber'))).toBeVisible();
  await expectAccessible(page);
  await field('tax_number').fill('1234567890');
  await field('tax_office').fill('Beyoğlu');
  await field('address').fill('İstiklal Caddesi 7');
  await field('district').fill('Beyoğlu');
  await field('city').fill('İstanbul');
  await field('country').fill('Türkiye');
  await page.getByRole('button', { name: t('billingDetails.continue') }).click();
  await expect(page.getByText('Beyoğlu · 1234567890')).toBeVisible();
  await pay.click();
  await page.getByRole('button', { name: t('payment.succeed') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('payment.successTitle') })).toBeVisible();

  await expect
    .poll(async () => (await page.request.get('/api/payments/')).text())
    .toContain('"has_invoice":true');
  await page.goto('/account#plan');
  await expect(page.getByText('Beyoğlu · 1234567890')).toBeVisible();
  await expect(page.getByRole('link', { name: t('billing.invoice.pdf') })).toBeVisible();
  await expectAccessible(page);
});
