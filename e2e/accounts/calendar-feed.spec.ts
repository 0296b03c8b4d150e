import { registerFreelancer } from '../../test-kit/accounts.ts';
import { expectAccessibleAsItStands } from '../kit/accessibility.ts';
import { signIn } from '../kit/delivery.ts';
import { expect, test, TURKISH_ON_PHONES } from '../kit/fixtures.ts';

test.use(TURKISH_ON_PHONES);

test('@phone-before-release a freelancer creates a secret address, a program reads it, and the freelancer ends it @before-release', async ({
  page,
  product,
  t,
}, { project: { name: size } }) => {
  const freelancer = await registerFreelancer(product, `feed-${size}`);
  const { id: project } = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', {
    name: 'Campaign',
    description: '',
    customer_id: null,
  });
  await freelancer.expectCall(201, 'POST', '/api/milestones/', {
    project,
    name: 'Proof',
    due_on: '2030-12-04',
  });
  await signIn(page, freelancer);
  await page.goto('/account#calendar');
  const group = page.getByRole('region', { name: t('account.group.calendar') });
  await group.getByRole('button', { name: t('feed.make') }).click();
  const calendar = await group.getByLabel(t('feed.calendar'), { exact: true }).inputValue();
  const feed = await group.getByLabel(t('feed.news'), { exact: true }).inputValue();
  await expect(group.getByRole('link', { name: t('feed.openCalendar') })).toHaveAttribute(
    'href',
    calendar.replace(/^https?:/, 'webcal:'),
  );
  await expect(group.getByText(t('feed.neverFetched'))).toBeVisible();
  await expectAccessibleAsItStands(page);

  const fetched = await fetch(calendar);
  expect([fetched.status, fetched.headers.get('set-cookie')]).toEqual([200, null]);
  const text = await fetched.text();
  expect(text).toContain('DTSTART;VALUE=DATE:20301204');
  expect(text).toContain('SUMMARY:Proof · Campaign');
  expect(await (await fetch(feed)).text()).toContain('<feed xmlns="http://www.w3.org/2005/Atom"');

  await page.reload();
  await expect(group.getByText(t('feed.lastFetched'))).toBeVisible();
  await expect(group.getByLabel(t('feed.calendar'), { exact: true })).toHaveCount(0);

  await group.getByRole('button', { name: t('feed.renew') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('feed.renew') })
    .click();
  const second = await group.getByLabel(t('feed.calendar'), { exact: true }).inputValue();
  expect((await fetch(calendar)).status).toBe(404);
  expect((await fetch(second)).status).toBe(200);

  await group.getByRole('button', { name: t('feed.end') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('feed.end') })
    .click();
  await expect(group.getByRole('button', { name: t('feed.make') })).toBeVisible();
  expect((await fetch(second)).status).toBe(404);
});
