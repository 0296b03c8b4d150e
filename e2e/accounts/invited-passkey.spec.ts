import { inviteCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';
import { countPresses } from '../kit/presses.ts';
import { addAuthenticator } from '../kit/virtual-authenticator.ts';

test.use(TURKISH_ON_PHONES);

test('an invited client reaches the work with one press and a passkey, and later with the passkey alone @phone-before-release', async ({
  page,
  product,
  t,
}, { project: { name: projectName } }) => {
  const freelancer = await registerFreelancer(product, `asks-for-a-key-${projectName}`);
  const { id, reset_token } = await inviteCustomer(freelancer, `comes-by-key-${projectName}`);
  const named = { name: 'Harbour posters', customer_id: id };
  await freelancer.expectCall(201, 'POST', '/api/projects/', named);
  const presses = await countPresses(page);
  const device = await addAuthenticator(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const ceremonies = () => requested.filter((url) => url.includes('/ceremonies-'));
  await page.goto(`/customer-register?token=${reset_token}`);
  const make = page.getByRole('button', { name: t('passkeys.instead') });
  await expect(make).toBeVisible();
  await expect(page.getByText(t('passkeys.alone'))).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(ceremonies()).toEqual([]);
  await expectAccessibleAsItStands(page);

  await device.refuse();
  await make.click();
  await expect(page.getByRole('alert')).toHaveText(t('passkeys.notMade'));
  await expect(make).toBeFocused();
  expect(ceremonies()).not.toEqual([]);
  await device.accept();
  const before = await presses();
  await make.click();
  const work = page.getByRole('heading', { level: 1, name: named.name });
  await expect(work).toBeVisible();
  expect((await presses()) - before).toBe(1);
  expect(await device.sites()).toEqual(['localhost']);

  await page.goto('/favicon.svg');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  // The login field would otherwise use the passkey at once.
  await device.refuse();
  await page.goto(`/customer-register?token=${reset_token}`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(t('auth.social.invitation_used'))).toBeVisible();
  await device.accept();
  await page.getByRole('button', { name: t('auth.passkey') }).click();
  await expect(work).toBeVisible();
});

test('a client who lost the passkey is invited again, and a device without an authenticator offers only the password @before-release', async ({
  page,
  browser,
  product,
  t,
}) => {
  const freelancer = await registerFreelancer(product, 'invites-again');
  const { reset_token } = await inviteCustomer(freelancer, 'lost-the-key');
  await addAuthenticator(page);
  await page.goto(`/customer-register?token=${reset_token}`);
  await page.getByRole('button', { name: t('passkeys.instead') }).click();
  await expect(page).toHaveURL(/\/projects$/);

  const { results } = await freelancer.expectCall<{ results: { reset_token: string }[] }>(
    200,
    'GET',
    '/api/users/',
  );
  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  await other.goto(`/customer-register?token=${results[0]?.reset_token}`);
  await expect(other.getByText(t('recorded.title'))).toBeVisible();
  await expect(other.getByRole('button', { name: t('passkeys.instead') })).toBeHidden();
  await other.getByLabel(t('auth.password'), { exact: true }).fill('a quiet harbour');
  await other.getByRole('button', { name: t('auth.invitationSubmit') }).click();
  await expect(other).toHaveURL(/\/projects$/);
  await elsewhere.close();
});
