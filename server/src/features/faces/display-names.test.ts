import { expect, test } from 'vitest';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { Project, ProjectPage } from '@vitrin/shared/contract/projects.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { AUTH } from '../../testing/accounts.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { setDisplayName } from '../users/service.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
test('a person is shown by the display name wherever names are shown, and found by both', async () => {
  const { owner: ada, customer: client, project } = await setup.createDelivery();
  await ada.browser.patch('/api/face/', { display_name: 'Stüdyo Ada' });
  const renamed = await ada.browser.patch(`/api/users/${client.id}/`, { display_name: 'Zeynep Ürün' });
  expect(renamed.json<User>()).toMatchObject({ display_name: 'Zeynep Ürün', username: client.username });
  const shown = (await client.browser.get(`/api/projects/${project.id}/`)).json<Project>();
  expect([shown.freelancer, shown.customer]).toEqual(['Stüdyo Ada', 'Zeynep Ürün']);
  for (const search of ['zeynep', encodeURIComponent('ürün'), client.username]) {
    const projects = (await ada.browser.get(`/api/projects/?search=${search}`)).json<ProjectPage>();
    expect(projects.results.map(({ id }) => id)).toEqual([project.id]);
    const customers = (await ada.browser.get(`/api/users/?search=${search}`)).json<{ results: Customer[] }>();
    expect(customers.results).toMatchObject([{ display_name: 'Zeynep Ürün', username: client.username }]);
  }
  await client.browser.patch(`/api/users/${client.id}/`, { display_name: null });
  expect((await ada.browser.get(`/api/projects/${project.id}/`)).json<Project>().customer).toBe(
    client.username,
  );
});

test("only a customer and their freelancer set the customer's name", async () => {
  const { owner: ada, customer: client } = await setup.createDelivery();
  const eve = await setup.createFreelancer();
  const other = await setup.createCustomer({ owner: ada });
  for (const { browser } of [eve, other])
    for (const display_name of ['x', 'www.evil.example'])
      expect((await browser.patch(`/api/users/${client.id}/`, { display_name })).statusCode).toBe(404);
  const own = await client.browser.patch(`/api/users/${client.id}/`, { display_name: 'Bora' });
  expect(own.json<User>().display_name).toBe('Bora');
});

test('a client’s mails are sent in the name of their freelancer, who cannot inject another header with it', async () => {
  const { owner: ada, customer: client } = await setup.createDelivery();
  await setup.runJobs();
  await setDisplayName(setup.db, ada.id, 'Ada <x@evil.example>, "Eve"; \\');
  const email = `of-${client.id}@example.com`;
  await client.browser.post(`${AUTH}/account/email`, { email });
  await client.browser.post(`${AUTH}/auth/email/verify`, { key: await setup.mailedKey(email) });
  await setup.createBrowser().post(`${AUTH}/auth/password/request`, { email });
  await setup.runJobs();
  const mail = setup.mails.findLast(({ to }) => to === email);
  expect(mail?.sender).toBe('Ada <x@evil.example>, "Eve"; \\');
  expect(mail?.html.replaceAll('\u2060', '')).toContain('Ada &lt;x@evil.example&gt;');
});

test('a mail to an unverified address names both by their usernames only, and is sent by Vitrin', async () => {
  const { owner: ada, customer: client } = await setup.createDelivery();
  await setup.runJobs();
  await setDisplayName(setup.db, ada.id, 'Your refund waits');
  await setDisplayName(setup.db, client.id, 'Dear winner');
  const email = `stranger-${client.id}@example.com`;
  await client.browser.post(`${AUTH}/account/email`, { email });
  await setup.createBrowser().post(`${AUTH}/auth/password/request`, { email });
  await setup.runJobs();
  const mails = setup.mails.filter(({ to }) => to === email);
  expect(mails).toHaveLength(2);
  for (const { sender, subject, text, html } of mails) {
    expect(sender).toBeUndefined();
    expect(`${subject}${text}${html}`).not.toMatch(/refund|winner/);
    expect(text).toContain(ada.username);
    expect(text).toContain(client.username);
  }
});
