import { inviteCustomer, PASSWORD, registerFreelancer } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { readOutbox } from '../../test-kit/outbox.ts';
import type { Product } from '../../test-kit/product.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

const OTHER_PASSWORD = 'a quiet harbour';

test.use(TURKISH_ON_PHONES);

/** Registers a customer of a new freelancer, with this address verified. */
async function registerClient(product: Product, username: string, email: string, password: string) {
  const freelancer = await registerFreelancer(product, `studio-${username}`);
  const { reset_token } = await inviteCustomer(freelancer, username);
  const session: ApiSession = openApiSession(product.url);
  const form = { reset_token, password, password_confirm: password, email };
  await session.expectCall(200, 'POST', '/api/users/reset_password/', form);
  await expect.poll(() => findLink(product, username, email)).toBeDefined();
  const key = new URL((await findLink(product, username, email)) ?? '').searchParams.get('key');
  await session.expectCall(200, 'POST', '/_allauth/browser/v1/auth/email/verify', { key });
  return session;
}

async function findLink({ dataDir }: Product, username: string, email: string): Promise<string | undefined> {
  const mails = (await readOutbox(dataDir)).filter(({ to, text }) => to === email && text.includes(username));
  return mails.flatMap(({ links }) => links).find((link) => link.includes('/verify-email'));
}

test('a client switches by keyboard to another account with the same address, using the password of that account @phone-before-release @before-release', async ({
  page,
  product,
  isMobile,
  t,
  serverText,
}) => {
  const suffix = isMobile ? 'phone' : 'desk';
  const email = `both-${suffix}@example.com`;
  await registerClient(product, `first-${suffix}`, email, OTHER_PASSWORD);
  await signIn(page, await registerClient(product, `second-${suffix}`, email, PASSWORD));
  await page.goto('/account');
  const section = page.getByRole('region', { name: t('account.switch') });
  const field = section.getByLabel(t('account.switchPassword'), { exact: true });
  await expect(section).toContainText(email);

  await field.focus();
  await page.keyboard.press('Enter');
  await expect(section.getByText(t('validation.required'))).toBeVisible();
  await expect(field).toBeFocused();

  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(serverText('auth.email_password_mismatch'));
  await expect(field).toBeFocused();
  await expectAccessibleAsItStands(page);

  await field.fill(OTHER_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/account');
  await expect(page.getByText(`first-${suffix}`).first()).toBeAttached();
});
