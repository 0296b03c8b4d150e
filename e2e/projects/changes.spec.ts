import type { BrowserContext } from '@playwright/test';
import type { ApiSession } from '../../test-kit/api-session.ts';
import { openProject, prepareDelivery, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

async function upload(
  session: ApiSession,
  version: number,
  name: string,
): Promise<{ id: number; file: string }> {
  const form = new FormData();
  form.set('version', String(version));
  form.set('file', new Blob([name]), name);
  return session.expectCall(201, 'POST', '/api/files/', form);
}

async function addVersion(session: ApiSession, project: number, number: string): Promise<{ id: number }> {
  const form = new FormData();
  form.set('version_number', number);
  form.set('project', String(project));
  return session.expectCall(201, 'POST', '/api/versions/', form);
}

/** Counts the streams that pages of the context open from now on. */
function countStreams(context: BrowserContext): { count: number } {
  const opened = { count: 0 };
  context.on('request', (request) => {
    if (request.resourceType() === 'eventsource') opened.count += 1;
  });
  return opened;
}

/** Resolves once a page of the context has opened its stream. */
const streamOpens = (context: BrowserContext) =>
  context.waitForEvent('response', (response) => response.url().includes('/api/changes/'));

test('an open page shows changes by others without a reload or loss of input', async ({
  browser,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'changes');
  const { freelancer, customer, project, version } = delivery;
  const clientBrowser = await browser.newContext();
  await signIn(clientBrowser, customer);
  const client = await clientBrowser.newPage();
  const clientStream = streamOpens(clientBrowser);
  await openProject(client, delivery);
  await clientStream;

  await test.step('the client sees a new file, version and milestone', async () => {
    await upload(freelancer, version, 'poster.bin');
    await expect(client.getByText('poster.bin').first()).toBeVisible();
    const next = await addVersion(freelancer, project, '2.0');
    await expect(
      client.getByRole('status').filter({ hasText: t('changes.newVersion', { number: '2.0' }) }),
    ).toHaveCount(1);
    await upload(freelancer, next.id, 'flyer.bin');
    await expect(client.getByText('flyer.bin').first()).toBeVisible();
    await freelancer.expectCall(201, 'POST', '/api/milestones/', { project, name: 'Print files' });
    await expect(client.getByText('Print files').first()).toBeVisible();
  });

  await test.step('the freelancer keeps unsaved input while others change the page', async () => {
    const studioBrowser = await browser.newContext();
    await signIn(studioBrowser, freelancer);
    const studio = await studioBrowser.newPage();
    const studioStream = streamOpens(studioBrowser);
    await openProject(studio, delivery);
    await studioStream;
    await studio.getByRole('button', { name: t('milestones.add') }).click();
    const dialog = studio.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: t('milestones.name') });
    await name.pressSequentially('Half a na');
    await freelancer.expectCall(201, 'POST', '/api/milestones/', { project, name: 'From elsewhere' });
    await expect(studio.getByText('From elsewhere', { exact: true })).toBeAttached();
    await name.pressSequentially('me');
    await expect(name).toHaveValue('Half a name');
    await expect(name).toBeFocused();
    await studioBrowser.close();
  });

  await clientBrowser.close();
});

test('a freelancer sees a download while the page is open @before-release', async ({
  page,
  context,
  product,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'changes-looks');
  const { freelancer, customer, version } = delivery;
  const { file } = await upload(freelancer, version, 'poster.bin');
  await upload(freelancer, version, 'flyer.bin');
  await signIn(context, freelancer);
  const stream = streamOpens(context);
  await openProject(page, delivery);
  await stream;
  await customer.call('GET', `${file}?download=1`);
  const words = t('activity.whole.file', { who: 'changes-looks-client', file: 'poster.bin' });
  await expect(page.getByRole('region', { name: t('activity.title') }).getByText(words)).toBeVisible();
});

test('two tabs share one stream, and the second takes over when the first is closed @before-release', async ({
  context,
  product,
}) => {
  const delivery = await prepareDelivery(product, 'changes-tabs');
  const { freelancer, customer, version } = delivery;
  await signIn(context, customer);
  const streams = countStreams(context);
  const first = await context.newPage();
  const opens = streamOpens(context);
  await openProject(first, delivery);
  await opens;
  const second = await context.newPage();
  await openProject(second, delivery);
  await second.waitForLoadState('networkidle');
  await upload(freelancer, version, 'first.bin');
  for (const tab of [first, second]) await expect(tab.getByText('first.bin').first()).toBeVisible();
  expect(streams.count).toBe(1);

  const reopened = streamOpens(context);
  await first.close();
  await reopened;
  expect(streams.count).toBe(2);
  await upload(freelancer, version, 'second.bin');
  await expect(second.getByText('second.bin').first()).toBeVisible();
});
