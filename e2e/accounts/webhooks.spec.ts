import { registerFreelancer } from '../../test-kit/accounts.ts';
import { runAdmin } from '../../test-kit/admin.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

/** A host name that never resolves (RFC 2606). */
const NOWHERE = 'https://hooks.invalid/secret-part';
const SHOWN = 'https://hooks.invalid/…';

test('@phone-before-release a freelancer adds a webhook, tests it, reads its log, and deletes it @before-release', async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  const name = `webhooks-${size}`;
  const freelancer = await registerFreelancer(product, name);
  await signIn(page, freelancer);
  await page.goto('/account#tokens');
  const section = page.getByRole('region', { name: t('webhooks.title'), exact: true });
  await expect(section.getByText(t('webhooks.lacking'))).toBeVisible();
  await expect(section.getByText(t('lacks.sample'), { exact: true })).toBeVisible();
  await runAdmin(product, 'set-plan', name, 'enterprise', '--until', '2030-01-31');
  await page.reload();

  await section.getByLabel(t('webhooks.url'), { exact: true }).fill('https://127.0.0.1/');
  await section.getByRole('button', { name: t('webhooks.make') }).click();
  await expect(section.getByRole('textbox', { name: t('webhooks.url') })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await section.getByLabel(t('webhooks.url'), { exact: true }).fill(NOWHERE);
  await section.getByRole('checkbox', { name: t('webhooks.type.projectCreated') }).uncheck();
  await section.getByRole('button', { name: t('webhooks.make') }).click();
  const secret = section.getByRole('textbox', { name: t('webhooks.secretOf', { address: SHOWN }) });
  await expect(secret).toHaveValue(/^whsec_/);
  const before = await secret.inputValue();
  const row = section.getByRole('listitem').filter({ hasText: SHOWN });
  await row.getByRole('button', { name: t('webhooks.test') }).click();
  const log = section.getByRole('list', { name: t('webhooks.log') });
  await expect(log.getByText(t('webhooks.failure.unknown_name'))).toBeVisible();
  await expect(log.getByRole('button')).toHaveCount(1);
  await expectAccessibleAsItStands(page);
  expect(await page.content()).not.toContain('secret-part');

  await row.getByRole('button', { name: t('webhooks.rotate') }).click();
  await expect(section.getByText(t('webhooks.bothSecrets'))).toBeVisible();
  await expect(secret).not.toHaveValue(before);
  await row.getByRole('button', { name: t('webhooks.turnOff') }).click();
  await expect(section.getByText(t('webhooks.off'), { exact: true })).toBeVisible();
  await row.getByRole('button', { name: t('webhooks.turnOn') }).click();
  await expect(section.getByText(t('webhooks.off'), { exact: true })).toHaveCount(0);
  await row.getByRole('button', { name: t('webhooks.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('webhooks.delete'), exact: true })
    .click();
  await expect(row).toHaveCount(0);
});
