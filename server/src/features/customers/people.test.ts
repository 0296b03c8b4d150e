import type { Customer, Person as ListedPerson } from '@vitrin/shared/contract/customers.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { afterEach, expect, test } from 'vitest';
import { AUTH, isSignedIn, PASSWORD } from '../../testing/accounts.ts';
import { type EventStream, openStream, untilAllIsSent } from '../../testing/event-stream.ts';
import { eventually } from '../../testing/eventually.ts';
import type { Person } from '../../testing/factories.ts';
import { uploadTo } from '../../testing/forms.ts';
import { listen } from '../../testing/live-server.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeDeliveries } from '../deliveries/service.ts';
import { writeEvents } from '../events/service.ts';
import { projectsVisibleTo } from '../projects/access.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const server = await listen(setup.app);
const opened: EventStream[] = [];
afterEach(() => opened.splice(0).forEach((stream) => stream.close()));

let serial = 0;
const fresh = (word: string) => `${word}-${(serial += 1)}`;

async function follow({ browser }: Person): Promise<EventStream> {
  const stream = await openStream(server, browser);
  opened.push(stream);
  await stream.receives('ready');
  return stream;
}

const addTo = (owner: Person, id: number, input: object = { username: fresh('added') }) =>
  owner.browser.post(`/api/users/${id}/people/`, input);

async function listedFor(owner: Person, id: number): Promise<Customer | undefined> {
  const { results } = (await owner.browser.get('/api/users/')).json<{ results: Customer[] }>();
  return results.find((row) => row.id === id);
}

const remove = (owner: Person, customer: { id: number }, person: { id: number }) =>
  owner.browser.delete(`/api/users/${customer.id}/people/${person.id}/`);

/** A project with a file that its client sees, and two people of that client. */
async function createCompany() {
  const { owner, customer, project, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, Buffer.from('bytes'), 'logo.txt');
  const [anna, ben] = [
    await setup.createClientPerson(customer, { username: fresh('anna') }),
    await setup.createClientPerson(customer, { username: fresh('ben') }),
  ];
  return { owner, customer, project, version, file, anna, ben };
}

test('a person is invited as a customer is, registers, and sees what the customer sees, now and later', async () => {
  const { owner, customer, project } = await setup.createDelivery();
  const email = `${fresh('mail')}@example.com`;
  const added = await addTo(owner, customer.id, { username: fresh('person'), email });
  expect(added.statusCode).toBe(201);
  const { id, username, registered } = added.json<ListedPerson>();
  expect(registered).toBe(false);
  const token = (await setup.mailedLink(email, '/customer-register')).searchParams.get('token');
  const verified = await setup.createBrowser().get(`/api/users/verify_token/?token=${token}`);
  expect(verified.json()).toMatchObject({ username, work: { project: expect.any(String) } });
  const browser = setup.createBrowser();
  const passwords = { password: PASSWORD, password_confirm: PASSWORD };
  await browser.post('/api/users/reset_password/', { reset_token: token, ...passwords });
  expect(await isSignedIn(browser)).toBe(true);
  const listed = async (of: Person['browser']) =>
    (await of.get('/api/projects/')).json<{ results: Project[] }>().results.map((row) => row.id);
  expect(await listed(browser)).toEqual([project.id]);
  const later = await setup.createProject({ owner, customer });
  expect(await listed(browser)).toEqual(await listed(customer.browser));
  expect(await listed(browser)).toContain(later.id);
  await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: null });
  expect(await listed(browser)).toEqual([later.id]);
  const record = (await browser.get(`/api/users/${id}/`)).json<User>();
  expect(record).toMatchObject({ client: customer.username, project_count: 1, user_type: 'customer' });
  expect((await customer.browser.get(`/api/users/${customer.id}/`)).json<User>().client).toBeNull();
  const row = await listedFor(owner, customer.id);
  expect(row?.people).toMatchObject([{ id, username, registered: true, invitation: { email } }]);
  expect(await listedFor(owner, id)).toBeUndefined();
});

test("the invitation of a person is corrected, withdrawn and copied by the same routes as a customer's", async () => {
  const { owner, customer } = await setup.createDelivery();
  const { id, reset_token } = (await addTo(owner, customer.id)).json<ListedPerson>();
  expect(reset_token).not.toBeNull();
  const email = `${fresh('mail')}@example.com`;
  const mailed = await owner.browser.put(`/api/users/${id}/invitation/`, { email });
  expect(mailed.json<Customer>()).toMatchObject({ id, people: [], invitation: { email } });
  expect((await owner.browser.delete(`/api/users/${id}/invitation/`)).statusCode).toBe(204);
  expect((await listedFor(owner, customer.id))?.people).toMatchObject([{ id, invitation: null }]);
});

test('a person cannot be the customer of a project, have people, or be deleted as a customer', async () => {
  const { owner, project, anna } = await createCompany();
  for (const call of [
    () => owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: anna.id }),
    () => owner.browser.post('/api/projects/', { name: 'Another', customer_id: anna.id }),
  ]) {
    const refused = await call();
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({ customer_id: ['Choose one of your own clients.'] });
  }
  expect((await addTo(owner, anna.id)).statusCode).toBe(404);
  expect((await owner.browser.delete(`/api/users/${anna.id}/`)).statusCode).toBe(404);
});

test('only the freelancer adds or removes people, and no freelancer changes those of another', async () => {
  const { owner, customer, anna, ben } = await createCompany();
  const other = await createCompany();
  for (const { browser } of [customer, anna]) {
    expect((await addTo({ ...anna, browser }, customer.id)).statusCode).toBe(403);
    expect((await remove({ ...anna, browser }, customer, ben)).statusCode).toBe(403);
  }
  expect((await addTo(other.owner, customer.id)).statusCode).toBe(404);
  expect((await remove(other.owner, customer, anna)).statusCode).toBe(404);
  expect((await remove(other.owner, other.customer, anna)).statusCode).toBe(404);
  const second = await setup.createCustomer({ owner });
  expect((await remove(owner, second, anna)).statusCode).toBe(404);
  expect((await remove(owner, customer, customer)).statusCode).toBe(404);
  expect((await anna.browser.get(`/api/users/${ben.id}/`)).statusCode).toBe(404);
  expect((await anna.browser.get(`/api/users/${customer.id}/`)).statusCode).toBe(404);
  expect((await listedFor(owner, customer.id))?.people.map(({ id }) => id)).toEqual([anna.id, ben.id]);
});

test('at most twenty people belong to a customer, however many are added at once', async () => {
  const { owner, customer } = await setup.createDelivery();
  const first = await Promise.all(Array.from({ length: 10 }, () => addTo(owner, customer.id)));
  expect(new Set(first.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  const answers = await Promise.all(Array.from({ length: 20 }, () => addTo(owner, customer.id)));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
  expect((await listedFor(owner, customer.id))?.people).toHaveLength(20);
  const refused = answers.find(({ statusCode }) => statusCode !== 201);
  expect(refused?.json()).toMatchObject({ detail: expect.stringContaining('20') });
  const [one] = first;
  expect((await remove(owner, customer, one?.json<ListedPerson>() ?? { id: 0 })).statusCode).toBe(204);
  expect((await addTo(owner, customer.id)).statusCode).toBe(201);
});

test('people do not count as customers of the plan, and a search for their name finds their client', async () => {
  const { owner, customer, anna } = await createCompany();
  const { count } = (await owner.browser.get('/api/users/?limit=10')).json<{ count: number }>();
  expect(count).toBe(1);
  const found = (await owner.browser.get(`/api/users/?limit=10&search=${anna.username}`)).json<{
    count: number;
    results: Customer[];
  }>();
  expect([found.count, found.results.map(({ id }) => id)]).toEqual([1, [customer.id]]);
});

test('live updates reach every person of a client, and each is notified when a project is removed', async () => {
  const { owner, project, anna, ben } = await createCompany();
  const stranger = await setup.createClientPerson((await setup.createDelivery()).customer);
  await untilAllIsSent(setup, server);
  const streams = [await follow(anna), await follow(ben)];
  const other = await follow(stranger);
  await owner.browser.post('/api/milestones/', { project: project.id, name: 'Idea' });
  for (const stream of streams)
    await eventually(() => expect(JSON.stringify(stream.events)).toContain(`"project":${project.id}`));
  await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: null });
  for (const stream of streams) await stream.receives('list', {});
  expect(other.events.map(({ event }) => event)).toEqual(['ready']);
});

test('each person who wants notices gets one for a version and one for a milestone', async () => {
  const { owner, project, anna, ben } = await createCompany();
  await setup.addAddress(anna);
  await setup.addAddress(ben);
  await ben.browser.patch('/api/notices/choices/', { notice: 'milestone_completed', wanted: false });
  const { id } = (
    await owner.browser.post('/api/versions/', { project: project.id, version_number: '2' })
  ).json<{ id: number }>();
  await uploadTo(owner.browser, id, Buffer.from('x'), 'x.txt');
  await uploadTo(owner.browser, id, Buffer.from('y'), 'y.txt');
  const milestone = (
    await owner.browser.post('/api/milestones/', { project: project.id, name: 'Idea' })
  ).json<{ id: number }>();
  await owner.browser.patch(`/api/milestones/${milestone.id}/`, { completed: true });
  setup.advance(600);
  await setup.runJobs();
  const mailsTo = (person: Person) =>
    setup.mails.filter(({ to }) => to === `${person.username}@example.com`).map(({ subject }) => subject);
  expect([mailsTo(anna).length, mailsTo(ben).length]).toEqual([2, 1]);
});

test('a removed person loses access at once: session, stream, notices, password and invitation; the name stays', async () => {
  const { owner, customer, project, file, anna, ben } = await createCompany();
  const email = await setup.addAddress(anna);
  const copied = (await listedFor(owner, customer.id))?.people.find(({ id }) => id === ben.id)?.reset_token;
  await anna.browser.post('/api/seen/', { kind: 'project_opened', id: project.id });
  await anna.browser.get(`/api/files/${file.id}/content/?download=1`);
  await writeEvents(setup.context);
  await writeDeliveries(setup.context);
  await ben.browser.post('/api/seen/', { kind: 'project_opened', id: project.id });
  await writeEvents(setup.context);
  const stream = await follow(anna);
  const theirs = await follow(customer);
  const seen = () => projectsVisibleTo(setup.db, { id: anna.id, seesOwn: false }).select('projects.id');
  expect(await seen().execute()).toEqual([{ id: project.id }]);
  expect((await remove(owner, customer, anna)).statusCode).toBe(204);
  // A request that was admitted before, and is answered only now, finds nothing.
  expect(await seen().execute()).toEqual([]);
  await eventually(() => expect(stream.isOver()).toBe(true));
  expect((await anna.browser.get('/api/projects/')).statusCode).toBe(401);
  expect((await anna.browser.get(`/api/files/${file.id}/content/`)).statusCode).toBe(401);
  expect((await remove(owner, customer, anna)).statusCode).toBe(404);
  await setup.runJobs();
  const left = await setup.db
    .selectFrom('users')
    .select(['username', 'display_name', 'password_hash'])
    .where('id', '=', anna.id)
    .executeTakeFirstOrThrow();
  expect(left).toMatchObject({ display_name: anna.username, password_hash: null });
  expect(left.username).not.toContain(anna.username);
  for (const table of ['sessions', 'email_addresses', 'notices', 'security_events'] as const)
    expect(
      await setup.db.selectFrom(table).select('user_id').where('user_id', '=', anna.id).execute(),
    ).toEqual([]);
  const before = setup.mails.length;
  await setup.createBrowser().post(`${AUTH}/auth/password/request`, { email });
  await setup.runJobs();
  expect(setup.mails.slice(before).filter(({ html }) => html.includes('/password-reset'))).toEqual([]);
  expect((await remove(owner, customer, ben)).statusCode).toBe(204);
  expect((await setup.createBrowser().get(`/api/users/verify_token/?token=${copied}`)).statusCode).toBe(400);
  const receivers = (await owner.browser.get(`/api/files/${file.id}/receivers/`)).json<{
    results: unknown[];
  }>();
  expect(JSON.stringify(receivers)).toContain(anna.username);
  // The username is free, and all others of the client stay.
  expect((await addTo(owner, customer.id, { username: anna.username })).statusCode).toBe(201);
  expect(theirs.isOver()).toBe(false);
  expect((await customer.browser.get(`/api/projects/${project.id}/`)).statusCode).toBe(200);
});

test('a person who never registered is removed without a trace, and bad input is refused', async () => {
  const { owner, customer } = await setup.createDelivery();
  const { id } = (await addTo(owner, customer.id)).json<ListedPerson>();
  expect((await remove(owner, customer, { id })).statusCode).toBe(204);
  expect(await setup.db.selectFrom('users').select('id').where('id', '=', id).execute()).toEqual([]);
  const names = ['a b', 'x'.repeat(10_000), 7, 'pay@evil.com'];
  for (const bad of [{}, ...names.map((username) => ({ username }))])
    expect((await addTo(owner, customer.id, bad)).statusCode).toBe(400);
  expect((await addTo(owner, customer.id, { username: 'x'.repeat(65_536) })).statusCode).toBe(413);
  const username = fresh('twice');
  const answers = await Promise.all([1, 2].map(() => addTo(owner, customer.id, { username })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400]);
  expect((await owner.browser.delete(`/api/users/${customer.id}/people/x/`)).statusCode).toBe(404);
});

test('deleting a customer deletes the people, registered ones included', async () => {
  const owner = await setup.createFreelancer();
  const { id } = (await owner.browser.post('/api/users/', { username: fresh('main') })).json<Customer>();
  const { project } = await setup.createDelivery();
  await setup.db
    .updateTable('projects')
    .set({ owner_id: owner.id, customer_id: id })
    .where('id', '=', project.id)
    .execute();
  const person = await setup.createClientPerson({ id, owner_id: owner.id });
  await person.browser.post('/api/seen/', { kind: 'project_opened', id: project.id });
  await writeEvents(setup.context);
  expect((await owner.browser.delete(`/api/users/${id}/`)).statusCode).toBe(409);
  await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: null });
  expect((await owner.browser.delete(`/api/users/${id}/`)).statusCode).toBe(204);
  expect((await person.browser.get('/api/projects/')).statusCode).toBe(401);
  expect(await listedFor(owner, id)).toBeUndefined();
  await setup.runJobs();
  const left = setup.db.selectFrom('users').select('id').where('id', 'in', [id, person.id]);
  expect(await left.execute()).toEqual([]);
});

test("a customer's erasure erases the people, and their screens announce it", async () => {
  const { owner, customer, project, anna, ben } = await createCompany();
  expect((await remove(owner, customer, ben)).statusCode).toBe(204);
  await customer.browser.post('/api/account/erasure/', { username: customer.username });
  const { erasure } = (await anna.browser.get(`/api/users/${anna.id}/`)).json<User>();
  expect(erasure).toMatchObject({ by: 'client' });
  setup.advance(15 * 24 * 3600);
  await setup.runJobs();
  const left = await setup.db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [customer.id, anna.id, ben.id])
    .execute();
  expect(left).toEqual([]);
  // Each person is recorded separately from the customer: a restored backup deletes them again.
  const erased = await setup.db.selectFrom('erased_accounts').select('user_id').execute();
  for (const { id } of [customer, anna, ben]) expect(erased).toContainEqual({ user_id: id });
  const row = await setup.db
    .selectFrom('projects')
    .select('customer_id')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow();
  expect(row.customer_id).toBeNull();
});
