import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { expect, test } from 'vitest';
import { runCommand } from '@vitrin/operator/admin/commands.ts';
import { postForm, uploadTo } from '../../../testing/forms.ts';
import { checkout, DAY, passTime, PRO } from '../../../testing/checkout/stripe-app.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();

const STORAGE = {
  en: /^There is not enough storage: .* MB of .* MB are used and this file needs /,
  tr: /^Depolama alanı yetersiz: /,
};
const PROJECTS = {
  en: /^You have reached the project limit of your plan/,
  tr: /^Planınızın proje sınırına ulaştınız/,
};

test('over both limits after the end of a plan, creating and uploading stop, nothing is deleted, clients can still view', async () => {
  const ada = await setup.createFreelancer();
  const client = await setup.createCustomer({ owner: ada });
  const { token } = await checkout(ada, PRO);
  await ada.browser.post('/api/checkout/sandbox/', { token, outcome: 'success' });
  const project = await setup.createProject({ owner: ada, customer: client });
  for (const name of ['Two', 'Three', 'Four']) await setup.createProject({ owner: ada, name });
  const version = await setup.createVersion({ project });
  const bytes = Buffer.alloc(300_000, 'v');
  const file = await uploadTo(ada.browser, version.id, bytes, 'film.bin');
  await runCommand(setup.context, ['plans', 'set', 'free', 'storage-gb', '0.0002']);
  const before = (await ada.browser.get(`/api/users/${ada.id}/`)).json<User>();

  await ada.browser.post('/api/subscription/cancel/');
  await passTime(setup, ada, 32 * DAY);
  await passTime(setup, client, 0);
  const after = (await ada.browser.get(`/api/users/${ada.id}/`)).json<User>();
  expect(after.subscription?.plan).toMatchObject({ name: 'Starter', storage_limit_gb: 0.0002 });
  expect([after.used_storage, after.project_count]).toEqual([before.used_storage, 4]);

  for (const language of ['en', 'tr'] as const) {
    const headers = { 'accept-language': language };
    const payload = { name: 'Five', description: '', customer_id: null };
    const created = await ada.browser.post('/api/projects/', payload, headers);
    expect([created.statusCode, created.json()]).toEqual([
      403,
      { detail: expect.stringMatching(PROJECTS[language]) },
    ]);
    const resumable = await ada.browser.post('/api/uploads/', undefined, {
      ...headers,
      'tus-resumable': '1.0.0',
      'upload-length': '1000',
      'upload-metadata': `filename ${btoa('more.bin')},version ${btoa(String(version.id))}`,
    });
    expect([resumable.statusCode, resumable.json()]).toEqual([
      400,
      { detail: expect.stringMatching(STORAGE[language]) },
    ]);
  }
  const refused = await postForm(
    ada.browser,
    ['version', String(version.id)],
    ['file', Buffer.alloc(1000), 'more.bin'],
  );
  expect([refused.statusCode, refused.json()]).toEqual([400, { detail: expect.stringMatching(STORAGE.en) }]);

  const download = await client.browser.get(`${file.file}?download=1`);
  expect([download.statusCode, download.rawPayload.equals(bytes)]).toEqual([200, true]);
  expect((await client.browser.get(`/api/projects/${project.id}/`)).statusCode).toBe(200);
  const customers = await ada.browser.post('/api/users/', { username: 'still-allowed' });
  expect([customers.statusCode, customers.json<Customer>().username]).toEqual([201, 'still-allowed']);
  expect((await ada.browser.request({ method: 'DELETE', url: `/api/files/${file.id}/` })).statusCode).toBe(
    204,
  );
  await uploadTo(ada.browser, version.id, Buffer.alloc(1000), 'fits-again.bin');
});
