import { waitForMail } from '../../test-kit/outbox.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { openProject, prepareDelivery } from '../kit/delivery.ts';
import { expectFocusIn } from '../kit/dialogs.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

test('a freelancer writes a message, notifies the client at once and reminds them, by keyboard alone @phone-before-release', async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  const delivery = await prepareDelivery(product, `notices-${size}`);
  const { freelancer, customer, project, version } = delivery;
  const client = `notices-${size}-client`;
  const form = new FormData();
  form.set('version', String(version));
  form.set('file', new Blob(['poster']), 'poster.bin');
  await freelancer.expectCall(201, 'POST', '/api/files/', form);
  await openProject(page, delivery, 'freelancer');
  const activity = page.getByRole('region', { name: t('activity.title') });
  await expect(page.getByText(t('work.sendYourself'))).toBeVisible();
  const share = async (way: string) => {
    await page.getByRole('button', { name: t('work.share'), exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: way }).press('Enter');
  };
  await share(t('project.writeMessage'));
  const message = page.getByRole('dialog', { name: t('telling.messageTitle') });
  await expect(message.getByLabel(t('telling.messageLabel'))).toHaveValue(
    new RegExp(`/projects/${project}\\n`),
  );
  await page.keyboard.press('Escape');
  await expect(message).toBeHidden();

  const email = `${client}@example.com`;
  await customer.expectCall(200, 'POST', '/_allauth/browser/v1/account/email', { email });
  const { link } = await waitForMail(product.dataDir, email, '/verify-email');
  const key = link.searchParams.get('key');
  await customer.expectCall(200, 'POST', '/_allauth/browser/v1/auth/email/verify', { key });
  await page.reload();
  await share(t('work.tellByMail'));
  const first = await waitForMail(product.dataDir, email, `/projects/${project}`);
  expect(first.text).toContain('1.0');
  const remind = activity.getByRole('button', { name: t('telling.remind') });
  await expect(remind).toBeVisible();
  await page.reload();
  await expect(remind).toBeVisible();
  await expectAccessibleAsItStands(page);

  await remind.press('Enter');
  const reminder = page.getByRole('dialog', { name: t('telling.reminderTitle', { client }) });
  const mail = reminder.getByRole('region', { name: t('telling.mail') });
  await expect(mail).toContainText(`/projects/${project}`);
  await expectFocusIn(reminder);
  await reminder.getByRole('button', { name: t('telling.send') }).press('Enter');
  await expect(reminder).toBeHidden();
  await expect(remind).toBeHidden();
  await expect(async () => {
    const last = await waitForMail(product.dataDir, email, `/projects/${project}`);
    expect(last.subject).not.toBe(first.subject);
  }).toPass({ intervals: [100] });
  // The mail about an unopened version links here, also when there is nothing left to send.
  await page.goto(`/projects/${project}?remind=${version}`);
  await expect(reminder.getByText(t('telling.cannotRemind', { client }))).toBeVisible();
});
