import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { uploadTo } from '../../../testing/forms.ts';
import { listen, type LiveServer } from '../../../testing/live-server.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { onlookerOf } from '../../projects/access.ts';
import { isCopyVisible } from '../offline/offline-queries.ts';
import { createTransfers } from './transfers.ts';

const setup = await sharedTestApp();
const server = await listen(setup.app);

async function createScene() {
  const delivery = await setup.createDelivery();
  const { owner, version } = delivery;
  return { ...delivery, file: await uploadTo(owner.browser, version.id, randomBytes(40 * 1024 * 1024)) };
}

/** Starts a download and stops reading; resolves once the first bytes have come. */
async function beginDownload(
  browser: Parameters<LiveServer['open']>[0],
  url: string,
): Promise<IncomingMessage> {
  const request = server.open(browser, 'GET', url);
  request.on('error', () => {});
  request.end();
  return new Promise((resolve) => {
    request.once('response', (response) => {
      response.once('data', () => {
        response.pause();
        resolve(response);
      });
    });
  });
}

/** Resolves when the connection ends; `complete` says whether everything had arrived. */
function endOf(response: IncomingMessage): Promise<{ complete: boolean }> {
  return new Promise((resolve) => {
    response.on('error', () => {});
    response.once('close', () => resolve({ complete: response.complete }));
  });
}

test.each([
  ['the project is given to another customer', 'reassigned'],
  ['the project is deleted', 'deleted'],
  ['the customer signs out', 'signed out'],
])('downloads are aborted when %s', async (_, what) => {
  const { owner, customer, project, version, file } = await createScene();
  const downloads = [
    await beginDownload(customer.browser, file.file),
    await beginDownload(customer.browser, `/api/versions/${version.id}/zip/`),
    await beginDownload(customer.browser, `/api/projects/${project.id}/offline/`),
  ];
  if (what === 'reassigned') {
    const other = await setup.createCustomer({ owner });
    await setup.db
      .updateTable('projects')
      .set({ customer_id: other.id })
      .where('id', '=', project.id)
      .execute();
  } else if (what === 'deleted') {
    await setup.db.deleteFrom('projects').where('id', '=', project.id).execute();
  } else {
    await setup.db.deleteFrom('sessions').where('user_id', '=', customer.id).execute();
  }
  const ends = downloads.map(endOf);
  await setup.app.transfers.check();
  for (const download of downloads) download.resume();
  for (const end of ends) expect(await end).toEqual({ complete: false });
  for (const url of [file.file, `/api/versions/${version.id}/zip/`, `/api/projects/${project.id}/offline/`]) {
    expect([401, 404]).toContain((await customer.browser.get(url)).statusCode);
  }
});

test('a copy of a project is aborted when a version in it is withdrawn, and its freelancer gets it whole', async () => {
  const { owner, customer, project, version } = await createScene();
  await setup.createVersion({ project });
  const url = `/api/projects/${project.id}/offline/`;
  const downloads = [await beginDownload(customer.browser, url), await beginDownload(owner.browser, url)];
  await setup.app.transfers.check();
  await setup.db.updateTable('versions').set({ ready_at: null }).where('id', '=', version.id).execute();
  const ends = downloads.map(endOf);
  await setup.app.transfers.check();
  for (const download of downloads) download.resume();
  expect(await Promise.all(ends)).toEqual([{ complete: false }, { complete: true }]);
});

test('a copy goes on for those who see its project, and only with versions of that project', async () => {
  const { owner, customer, version } = await setup.createDelivery();
  const other = await setup.createCustomer({ owner });
  const { id: project_id } = await setup.createProject({ owner, customer });
  await setup.createProject({ owner, customer: other });
  const mayGoOn = (person: typeof owner, ...version_ids: number[]) =>
    isCopyVisible(setup.db, onlookerOf(person, setup.context), { project_id, version_ids });
  expect([await mayGoOn(customer), await mayGoOn(other)]).toEqual([true, false]);
  expect(await mayGoOn(customer, version.id)).toBe(false);
});

test('all running downloads are checked again well within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { customer, file } = await createScene();
  const transfers = createTransfers(setup.context);
  const body = new PassThrough();
  body.on('error', () => {});
  transfers.watch({ user: customer, session: null, file_id: file.id }, body);
  transfers.start();
  onTestFinished(() => transfers.stop());
  vi.advanceTimersByTime(55_000);
  await expect.poll(() => body.destroyed).toBe(true);
});

test('downloads of users who may still see the project go on', async () => {
  const { owner, customer, file } = await createScene();
  const downloads = [
    await beginDownload(owner.browser, file.file),
    await beginDownload(customer.browser, file.file),
  ];
  const ends = downloads.map(endOf);
  await setup.app.transfers.check();
  for (const download of downloads) download.resume();
  for (const end of ends) expect(await end).toEqual({ complete: true });
});
