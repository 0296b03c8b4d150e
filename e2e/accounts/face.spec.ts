import { accentShades } from '@vitrin/shared/rules/accent.ts';
import sharp from 'sharp';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import { expectAccessibleAsItStands, showTheme } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';
import { addProjects } from '../kit/plans.ts';

test.use(TURKISH_ON_PHONES);

const NAME = 'Stüdyo Deniz';
const GREETING = 'Hoş geldiniz! Welcome!';
const CONTACT = '+90 532 000 00 00';

/** An SVG logo with a script that must not run. */
const LOGO = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><script>alert(1)</script>
    <rect width="600" height="200" rx="40" fill="#8a2be2"/><circle cx="100" cy="100" r="60" fill="#fff"/></svg>`,
);

test('a freelancer sets up a face, and the client sees it from the invitation on @phone-before-release @before-release', async ({
  page,
  browser,
  product,
  t,
  serverText,
}, { project: { name: size } }) => {
  const freelancer = await registerFreelancer(product, `face-${size}`);
  await signIn(page, freelancer);
  await page.goto('/account/branding');
  const preview = page.getByRole('region', { name: t('face.preview') });
  await page.getByLabel(t('face.name'), { exact: true }).fill(NAME);
  await expect(preview.getByText(NAME)).toHaveCount(2);
  await page.getByLabel(t('face.accent')).fill('#FFD400');
  await page.getByLabel(t('face.greeting')).fill('see evil.example');
  await page.getByLabel(t('face.contact')).fill(CONTACT);
  await page.getByLabel(t('face.contact')).press('Enter');
  await expect(page.getByText(serverText('fields.no_addresses'))).toBeVisible();
  await expect(page.getByLabel(t('face.greeting'))).toBeFocused();
  await page.getByLabel(t('face.greeting')).fill(GREETING);

  const choose = page.getByLabel(t('face.logo'), { exact: true });
  await choose.setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  await expect(page.getByText(serverText('faces.logo_unreadable'))).toBeVisible();
  await choose.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: LOGO });
  await expect(page.getByAltText(t('face.logoNow'))).toBeVisible();
  await page.getByLabel(t('face.contact')).press('Enter');
  await expect(page.getByText(t('face.saved'))).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(t('face.greeting'))).toHaveValue(GREETING);
  await expect(preview.getByText(GREETING)).toHaveCount(2);
  await expectAccessibleAsItStands(page);

  const invited = await inviteCustomer(freelancer, `client-${size}`);
  const [project] = await addProjects(freelancer, ['Summer'], invited.id);
  const guest = await browser.newContext({ baseURL: product.url, locale: 'en-US' });
  const guestPage = await guest.newPage();
  await guestPage.goto(`/customer-register?token=${invited.reset_token}`);
  await expect(guestPage.getByRole('heading', { level: 1 })).toContainText(NAME);
  await expect(guestPage.getByText(GREETING)).toBeVisible();
  await expect(guestPage.getByRole('link', { name: 'Vitrin' })).toBeHidden();
  const logo = guestPage.locator('main img');
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await expectAccessibleAsItStands(guestPage);

  const client = await registerCustomer(product, invited.reset_token);
  const email = `client-${size}@example.com`;
  await client.expectCall(200, 'POST', '/_allauth/browser/v1/account/email', { email });
  const { link } = await waitForMail(product.dataDir, email, '/verify-email');
  await guestPage.goto(link.href);
  await expect(guestPage.locator('main').getByText(NAME, { exact: true })).toBeVisible();
  await expect(guestPage.locator('main img')).toBeVisible();
  await expect(guestPage.getByRole('link', { name: 'Vitrin' })).toBeHidden();
  await expectAccessibleAsItStands(guestPage);
  await guest.close();

  await signIn(page, client);
  await page.goto(`/projects/${project?.id}`);
  const brand = page.getByRole('banner').getByRole('link', { name: NAME });
  await expect(brand).toBeVisible();
  await expect(page.getByText(t('footer.madeWith'))).toBeVisible();
  await expect(page.getByRole('link', { name: CONTACT })).toHaveAttribute('href', 'tel:+905320000000');
  // The client can write to the freelancer below the newest version; a project without versions has no such link.
  const write = page.getByRole('link', { name: t('project.writeTo', { name: NAME }) });
  await expect(write).toHaveCount(0);
  const version = { version_number: '1', project: project?.id };
  await freelancer.expectCall(201, 'POST', '/api/versions/', version);
  await page.reload();
  await expect(write).toHaveAttribute('href', /^https:\/\/wa\.me\/905320000000\?text=Summer/);
  await expect(page.getByRole('link', { name: t('project.call', { name: NAME }) })).toBeVisible();
  const { light, dark_text } = accentShades('#ffd400');
  for (const scheme of ['light', 'dark'] as const) {
    await showTheme(page, scheme);
    const accent = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-anchor'),
    );
    expect(accent).toBe(scheme === 'dark' ? dark_text : light);
  }
  await expectAccessibleAsItStands(page);
  // The server's page has the accent, without any script. A busy server sends the page without content, so this tries
  // again.
  await expect(async () => {
    const html = await (await page.request.get(`/projects/${project?.id}`)).text();
    expect(html).toContain('style="--face-light:');
    expect(html).toContain(`${NAME}</span>`);
  }).toPass();
});

test("a client and their freelancer can both change the client's display name @phone-before-release @before-release", async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  const freelancer = await registerFreelancer(product, `names-${size}`);
  const invited = await inviteCustomer(freelancer, `named-${size}`);
  const client = await registerCustomer(product, invited.reset_token);
  await signIn(page, client);
  await page.goto('/account');
  await page.getByLabel(t('face.name'), { exact: true }).fill('Zeynep Ürün');
  await page.getByLabel(t('face.name'), { exact: true }).press('Enter');
  await expect(page.getByText(t('face.saved'))).toBeVisible();

  // The client's data in local storage would lead the freelancer to the client's screens.
  await page.evaluate(() => localStorage.clear());
  await signIn(page, freelancer);
  await page.goto('/customers');
  const row = page.getByRole('row').filter({ hasText: 'Zeynep Ürün' });
  await expect(row).toContainText(`named-${size}`);
  await row.getByRole('button', { name: t('customers.actionsOf', { username: `named-${size}` }) }).click();
  await page.getByRole('menuitem', { name: t('customers.rename') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('customers.displayName')).fill('Zeynep Hanım');
  await dialog.getByLabel(t('customers.displayName')).press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Zeynep Hanım' })).toBeVisible();
});

test('a large photograph is accepted as a logo, and can be removed @before-release', async ({
  page,
  product,
  t,
}) => {
  const freelancer = await registerFreelancer(product, 'photograph');
  await signIn(page, freelancer);
  await page.goto('/account/branding');
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const photograph = await sharp({
    create: { width: 2400, height: 1600, channels: 3, background: 'teal', noise },
  })
    .jpeg({ quality: 70 })
    .toBuffer();
  await page
    .getByLabel(t('face.logo'), { exact: true })
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photograph });
  await expect(page.getByAltText(t('face.logoNow'))).toBeVisible();
  await page.getByRole('button', { name: t('face.removeLogo') }).click();
  await expect(page.getByAltText(t('face.logoNow'))).toBeHidden();
  await expect(page.getByRole('button', { name: t('face.chooseLogo') })).toBeFocused();
});
