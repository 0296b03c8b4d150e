import type { ProgramEvent, ProgramEvents } from '@vitrin/shared/contract/program-events.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { expect, test } from 'vitest';
import { enqueue } from '../../jobs/enqueue.ts';
import { askWith, makeToken } from '../../testing/api-tokens.ts';
import { buyInSandbox } from '../../testing/checkout/sandbox.ts';
import { PRO } from '../../testing/checkout/stripe-app.ts';
import type { Person } from '../../testing/factories.ts';
import { uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeDeliveries } from '../deliveries/service.ts';
import { recordEvent, writeEvents } from '../events/service.ts';
import { announce, getProgramEvents } from './service.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off', PAYMENTS: 'sandbox' });
const DAY = 24 * 3600;

const ask = async ({ browser }: Pick<Person, 'browser'>, query = '') =>
  (await browser.get(`/api/events/${query}`)).json<ProgramEvents>();
const typesOf = ({ results }: ProgramEvents) => results.map(({ type }) => type);

async function newProject({ browser }: Person, name = 'Summer campaign'): Promise<number> {
  return (await browser.post('/api/projects/', { name })).json<{ id: number }>().id;
}

async function newVersion({ browser }: Person, project: number, more = {}): Promise<Version> {
  const input = { project, version_number: '2.0', description: '', ...more };
  return (await browser.post('/api/versions/', input)).json<Version>();
}

test('each event in a project is sent once, with ids, names and times', async () => {
  const { owner, customer, project, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, Buffer.alloc(100));
  const milestone = { project: project.id, name: 'Idea', completed: false };
  const { id } = (await owner.browser.post('/api/milestones/', milestone)).json<{ id: number }>();
  for (const completed of [true, true]) await owner.browser.patch(`/api/milestones/${id}/`, { completed });
  setup.advance(60);
  const second = await newVersion(owner, project.id);
  for (const kind of ['version_opened', 'version_opened', 'file_previewed'] as const)
    recordEvent(setup.context, customer, {
      kind,
      owner_id: owner.id,
      project_id: project.id,
      version_id: version.id,
      ...(kind === 'file_previewed' && { file_id: file.id }),
    });
  await writeEvents(setup.context);
  for (const headers of [{}, {}, { 'user-agent': 'iPhone Mobile' }] as Record<string, string>[]) {
    await customer.browser.get(`${file.file}?download=1`, headers);
    await writeDeliveries(setup.context);
  }
  const { results } = await ask(owner);
  const { name } = await setup.db
    .selectFrom('projects')
    .select('name')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow();
  const subject = { id: project.id, name };
  const client = { id: customer.id, name: customer.username };
  const first = { id: version.id, version_number: expect.any(String) };
  const timestamp = setup.context.now().toISOString();
  expect(results).toMatchObject([
    { type: 'milestone.completed', data: { project: subject, milestone: { id, name: 'Idea' } } },
    { type: 'version.ready', data: { project: subject, version: { id: second.id, version_number: '2.0' } } },
    { type: 'version.seen', timestamp, data: { project: subject, version: first, client } },
    { type: 'version.delivered', timestamp, data: { project: subject, version: first, client } },
  ]);
  expect(JSON.stringify(results)).not.toContain('/api/files');
});

test('a version is delivered once its client has its last file, and again with a later file', async () => {
  const { owner, customer, version } = await setup.createDelivery();
  const files: { file: string }[] = [];
  for (let count = 0; count < 2; count += 1)
    files.push(await uploadTo(owner.browser, version.id, Buffer.alloc(10)));
  const take = async (at: number) => {
    await customer.browser.get(`${files[at]?.file}?download=1`);
    await writeDeliveries(setup.context);
    return typesOf(await ask(owner));
  };
  expect(await take(0)).toEqual([]);
  expect(await take(1)).toEqual(['version.delivered']);
  files.push(await uploadTo(owner.browser, version.id, Buffer.alloc(10)));
  expect(await take(0)).toEqual(['version.delivered']);
  expect(await take(2)).toEqual(['version.delivered', 'version.delivered']);
});

test('a version is delivered to a person who has all its files, not to two who have them together', async () => {
  const { owner, customer, version } = await setup.createDelivery();
  const person = await setup.createClientPerson(customer);
  const files = [
    await uploadTo(owner.browser, version.id, Buffer.alloc(10)),
    await uploadTo(owner.browser, version.id, Buffer.alloc(10)),
  ];
  const take = async ({ browser }: Person, at: number) => {
    await browser.get(`${files[at]?.file}?download=1`);
    await writeDeliveries(setup.context);
    return (await ask(owner)).results.map(({ type, data }) => [type, data.client?.id]);
  };
  expect(await take(customer, 0)).toEqual([]);
  expect(await take(person, 1)).toEqual([]);
  expect(await take(customer, 1)).toEqual([['version.delivered', customer.id]]);
});

test('new projects and copies are events, and so is a milestone that is created as completed', async () => {
  const ada = await setup.createFreelancer();
  const project = await newProject(ada);
  await ada.browser.post('/api/milestones/', { project, name: 'Done', completed: true });
  const copy = (await ada.browser.post(`/api/projects/${project}/duplicate/`)).json<{ id: number }>();
  const { results } = await ask(ada);
  expect(results.map(({ type, data }) => [type, data.project?.id])).toEqual([
    ['project.created', project],
    ['milestone.completed', project],
    ['project.created', copy.id],
  ]);
});

test('a version is ready when its time comes, and not at a former time; a draft never is', async () => {
  const ada = await setup.createFreelancer();
  const project = await newProject(ada);
  const { after } = await ask(ada);
  const at = (seconds: number) => new Date(setup.context.now().getTime() + seconds * 1000).toISOString();
  await newVersion(ada, project, { ready_at: null });
  const { id } = await newVersion(ada, project, { ready_at: at(3600) });
  const eventTypes = async () => {
    await setup.runJobs();
    return typesOf(await ask(ada, `?after=${after}`));
  };
  await ada.browser.patch(`/api/versions/${id}/`, { ready_at: at(7200) });
  setup.advance(3601);
  expect(await eventTypes()).toEqual([]);
  setup.advance(3601);
  expect(await eventTypes()).toEqual(['version.ready']);
  const job = await setup.db
    .selectFrom('versions')
    .select('ready_at')
    .where('id', '=', id)
    .executeTakeFirst();
  await enqueue(setup.context, 'announce-version', { version_id: id, ready_at: job?.ready_at ?? '' });
  expect(await eventTypes()).toEqual(['version.ready']);
  await ada.browser.patch(`/api/versions/${id}/`, { ready_at: null });
  await ada.browser.patch(`/api/versions/${id}/`, { ready_at: 'now' });
  expect(await eventTypes()).toEqual(['version.ready', 'version.ready']);
});

test('a successful payment is an event of its payer', async () => {
  const ada = await setup.createFreelancer();
  await buyInSandbox(setup, ada, PRO);
  expect((await ask(ada)).results).toMatchObject([
    { type: 'payment.succeeded', data: { payment: { amount_cents: 2900, currency: 'USD' } } },
  ]);
});

test('events are read after a given one, in the requested number', async () => {
  const ada = await setup.createFreelancer();
  for (let count = 0; count < 3; count += 1) await newProject(ada, `Project ${count}`);
  const names: (string | undefined)[] = [];
  let answer: ProgramEvents = { results: [], after: 0, more: true };
  while (answer.more) {
    answer = await ask(ada, `?limit=1&after=${answer.after}`);
    names.push(...answer.results.map(({ data }) => data.project?.name));
  }
  expect(names).toEqual(['Project 0', 'Project 1', 'Project 2']);
  const last = answer.after;
  expect(await ask(ada, `?after=${last}`)).toEqual({ results: [], after: last, more: false });
  for (const query of ['?after=-1', '?after=x', '?after=99999999999', '?limit=0', '?limit=101'])
    expect((await ada.browser.get(`/api/events/${query}`)).statusCode, query).toBe(400);
});

test('a token reads the events, and a token of one project only those of the project', async () => {
  const ada = await setup.createFreelancer();
  await setup.putOnPlan(ada, 'pro');
  const [one] = [await newProject(ada, 'One'), await newProject(ada, 'Two')];
  const read = async (more: object) => {
    const { token } = await makeToken(ada, 'read', more);
    const { results } = (await askWith(setup.app, token, { url: '/api/events/' })).json<ProgramEvents>();
    return results.map(({ data }: ProgramEvent) => data.project?.name);
  };
  expect(await read({})).toEqual(['One', 'Two']);
  expect(await read({ project: one })).toEqual(['One']);
});

test('events are deleted after thirty days, and ids continue', async () => {
  const ada = await setup.createFreelancer();
  await newProject(ada);
  const { after } = await ask(ada);
  const sweptAfter = async (seconds: number) => {
    setup.advance(seconds);
    await enqueue(setup.context, 'sweep-events', {});
    await setup.runJobs();
    return (await getProgramEvents(setup.context, ada, {})).results.length;
  };
  expect(await sweptAfter(30 * DAY)).toBe(1);
  expect(await sweptAfter(1)).toBe(0);
  await announce(setup.context, [{ type: 'project.created', owner_id: ada.id }]);
  expect((await getProgramEvents(setup.context, ada, {})).after).toBeGreaterThan(after);
});

test('the longest names make events of less than 20 KB', async () => {
  const ada = await setup.createFreelancer();
  const project = await newProject(ada, '"'.repeat(200));
  await newVersion(ada, project, { version_number: '💥'.repeat(25) });
  await ada.browser.post('/api/milestones/', { project, name: '"'.repeat(200), completed: true });
  const { results } = await ask(ada);
  expect(results).toHaveLength(3);
  for (const event of results) expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(20_000);
});
