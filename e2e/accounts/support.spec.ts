import sharp from 'sharp';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

const SUBJECT = 'A file does not open';

test('a question to support gets a reference and appears in the list @phone-before-release', async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  await signIn(page, await registerFreelancer(product, `support-${size}`));
  await page.goto('/subscription/pricing');
  await page
    .locator('#main')
    .getByRole('link', { name: t('pricing.askSupport'), exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: t('support.title') })).toBeVisible();
  await expect(page.getByText(t('support.none'))).toBeVisible();

  await page.getByRole('button', { name: t('support.send') }).click();
  await expect(page.getByLabel(t('support.subject'))).toBeFocused();
  await page.getByLabel(t('support.subject')).fill(SUBJECT);
  await page.getByLabel(t('support.text')).fill('It says nothing.\nPlease help.');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: t('support.addPictures') }).click();
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c63' } })
    .png()
    .toBuffer();
  await (await chosen).setFiles({ name: 'screen.png', mimeType: 'image/png', buffer });
  await expect(page.getByText('screen.png')).toBeVisible();
  await page.getByRole('button', { name: t('support.send') }).click();

  await expect(page.getByText(SUBJECT)).toBeVisible();
  await expect(page.getByText(/V-[2-9A-Z]{8}/)).toHaveCount(2);
  await expect(page.getByLabel(t('support.subject'))).toHaveValue('');
  await expect(page.getByText('screen.png')).toHaveCount(0);
  await expectAccessibleAsItStands(page);
});
