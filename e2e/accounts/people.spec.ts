import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { PASSWORD } from '../../test-kit/accounts.ts';
import { waitForMail } from '../../test-kit/outbox.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

test('a person of a client accepts the invitation, sees changes live and loses access when removed, and the name stays @phone-before-release @before-release', async ({
  page,
  product,
  browser,
  locale,
  t,
}, { project: { name: size } }) => {
  const name = `people-${size}`;
  const email = `anna-${size}@example.com`;
  const delivery = await prepareDelivery(product, name);
  const { freelancer, project, version } = delivery;
  const form = new FormData();
  form.set('version', String(version));
  form.set('file', new Blob(['poster']), 'poster.bin');
  const file = await freelancer.expectCall<ProjectFile>(201, 'POST', '/api/files/', form);

  await signIn(page, freelancer);
  await page.goto('/customers');
  await page.getByRole('button', { name: t('customers.actionsOf', { username: `${name}-client` }) }).click();
  await page.getByRole('menuitem', { name: t('customers.people') }).click();
  const people = page.getByRole('dialog', {
    name: t('customers.peopleTitle', { username: `${name}-client` }),
  });
  await people.getByRole('button', { name: t('customers.addPerson') }).click();
  await people.getByLabel(t('customers.username')).fill(`anna-${size}`);
  await people.getByLabel(t('customers.email')).fill(email);
  await people.getByRole('button', { name: t('customers.addPerson') }).click();
  const anna = people.getByRole('listitem').filter({ hasText: `anna-${size}` });
  await expect(anna).toBeVisible();
  await expectAccessibleAsItStands(page);
  await anna.getByRole('button', { name: t('customers.actionsOf', { username: `anna-${size}` }) }).click();
  await page.getByRole('menuitem', { name: t('customers.rename') }).click();
  const naming = page.getByRole('dialog', {
    name: t('customers.renameTitle', { username: `anna-${size}` }),
  });
  await naming.getByLabel(t('customers.displayName')).fill('Anna Kaya');
  await naming.getByRole('button', { name: t('actions.save') }).click();
  const named = people.getByRole('listitem').filter({ hasText: 'Anna Kaya' });
  await expect(named).toBeVisible();

  const { link } = await waitForMail(product.dataDir, email, '/customer-register');
  const visitor = await browser.newContext({ baseURL: product.url, locale });
  const person = await visitor.newPage();
  await person.goto(link.href);
  await person.getByLabel(t('auth.password'), { exact: true }).fill(PASSWORD);
  await person.getByRole('button', { name: t('auth.invitationSubmit') }).click();
  await expect(person).toHaveURL(new RegExp(`/projects/${project}`));
  await expect(person.getByRole('heading', { name: 'Summer campaign' })).toBeVisible();
  await freelancer.expectCall(201, 'POST', '/api/milestones/', { project, name: 'First sketches' });
  await expect(person.getByText('First sketches').first()).toBeVisible();
  const download = await visitor.request.get(`${file.file}?download=1`);
  expect(download.status()).toBe(200);
  const account = await visitor.newPage();
  await account.goto('/account');
  await expect(account.getByText(t('account.personOf', { client: `${name}-client` }))).toBeVisible();

  const activity = page.getByRole('region', { name: t('activity.title') });
  const words = t('activity.whole.all', { who: 'Anna Kaya', number: '1.0', count: 1 });
  const expectName = () =>
    expect(async () => {
      await openProject(page, delivery);
      await expect(activity.getByText(words)).toBeVisible({ timeout: 5000 });
    }).toPass();
  await expectName();

  await page.goto('/customers');
  await expect(page.getByRole('row', { name: `${name}-client` })).toContainText(
    t('customers.withPeople', { count: 1 }),
  );
  await page.getByRole('button', { name: t('customers.actionsOf', { username: `${name}-client` }) }).click();
  await page.getByRole('menuitem', { name: t('customers.people') }).click();
  await named.getByRole('button', { name: t('customers.actionsOf', { username: 'Anna Kaya' }) }).click();
  await page.getByRole('menuitem', { name: t('customers.remove') }).click();
  const question = page.getByRole('dialog', { name: t('customers.removeTitle', { username: 'Anna Kaya' }) });
  await question.getByRole('button', { name: t('customers.remove') }).click();
  await expect(named).toBeHidden();
  await expect(person).toHaveURL(/\/login/);
  await account.reload();
  await expect(account).toHaveURL(/\/login/);
  expect((await visitor.request.get(file.file)).status()).toBe(401);
  await expectName();
  await visitor.close();
});
