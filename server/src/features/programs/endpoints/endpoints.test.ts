import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Endpoint, EndpointDelivery, NewEndpoint } from '@vitrin/shared/contract/endpoints.ts';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test, vi } from 'vitest';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { webhookReceiver } from '../../../testing/webhook-receiver.ts';
import { recordEvent, writeEvents } from '../../events/service.ts';

const receiver = await webhookReceiver();
const setup = await sharedTestApp({ RATE_LIMITS: 'off', WEBHOOK_ALLOW: receiver.origin });
const DAY = 24 * 3600;
const SECRET_PATH = '/services/T0/B0/secretpath';

let ada: Person;
beforeEach(async () => {
  ada = await freelancerOn('enterprise');
});

async function freelancerOn(plan: 'free' | 'pro' | 'enterprise'): Promise<Person> {
  const freelancer = await setup.createFreelancer();
  await setup.putOnPlan(freelancer, plan, 400);
  return freelancer;
}

async function addEndpoint(person: Person, more: object = {}): Promise<NewEndpoint> {
  const answer = await person.browser.post('/api/endpoints/', {
    url: receiver.origin + SECRET_PATH,
    ...more,
  });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<NewEndpoint>();
}

const createProject = (person: Person, name = 'Summer campaign') =>
  person.browser.post('/api/projects/', { name });
const endpointsOf = async (person: Person) =>
  (await person.browser.get('/api/endpoints/')).json<Page<Endpoint>>().results;
const logOf = async (person: Person, { id }: { id: number }) =>
  (await person.browser.get(`/api/endpoints/${id}/deliveries/?limit=100`)).json<Page<EndpointDelivery>>()
    .results;

/** Logs a person in again, since the session would end in a test of many days. */
async function goOn(person: Person): Promise<void> {
  await setup.db
    .updateTable('sessions')
    .set({ last_seen: setup.context.now().toISOString() })
    .where('user_id', '=', person.id)
    .execute();
}

const failing = (status: number, headers = {}) => {
  receiver.answer = (reply) => void reply.writeHead(status, headers).end();
};

test('an event is pushed, signed, with the same content as in the list of events', async () => {
  const { secret, id } = await addEndpoint(ada);
  await createProject(ada);
  await setup.runJobs();
  const [got] = receiver.received;
  const [event] = (await ada.browser.get('/api/events/')).json<{ results: object[] }>().results;
  vi.useFakeTimers({ toFake: ['Date'], now: setup.context.now() });
  const headers = got?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(got?.body ?? '', headers)).toEqual(event);
  vi.useRealTimers();
  expect(got).toMatchObject({ path: SECRET_PATH, headers: { 'content-type': 'application/json' } });
  expect(await logOf(ada, { id })).toMatchObject([
    {
      type: 'project.created',
      state: 'delivered',
      attempts: 1,
      last_status: 204,
      message: headers['webhook-id'],
    },
  ]);
});

test('only the requested types are pushed', async () => {
  const { id } = await addEndpoint(ada, { types: ['milestone.completed'] });
  const { id: project } = (await createProject(ada)).json<{ id: number }>();
  await ada.browser.post('/api/milestones/', { project, name: 'Idea', completed: true });
  await setup.runJobs();
  expect((await logOf(ada, { id })).map(({ type }) => type)).toEqual(['milestone.completed']);
  const types = ['project.created'];
  expect((await ada.browser.patch(`/api/endpoints/${id}/`, { types })).json()).toMatchObject({ types });
});

test('a rotated secret and the one before both sign for a day', async () => {
  const { secret: before, id } = await addEndpoint(ada);
  const { secret: after } = (await ada.browser.post(`/api/endpoints/${id}/rotate/`)).json<NewEndpoint>();
  const taken = async () => {
    receiver.received.length = 0;
    await createProject(ada);
    await setup.runJobs();
    const [got] = receiver.received;
    vi.useFakeTimers({ toFake: ['Date'], now: setup.context.now() });
    const result = [before, after].map((secret) => {
      try {
        new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    });
    vi.useRealTimers();
    return result;
  };
  expect(await taken()).toEqual([true, true]);
  setup.advance(DAY);
  expect(await taken()).toEqual([false, true]);
});

test('a failed delivery is tried again after 5 s, 5 m, 30 m, 2, 5, 10, 14, 20 and 24 h, under one id', async () => {
  const { id } = await addEndpoint(ada);
  failing(500);
  await createProject(ada);
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await setup.runJobs();
    const [delivery] = await setup.db
      .selectFrom('endpoint_deliveries')
      .selectAll()
      .where('endpoint_id', '=', id)
      .execute();
    expect(delivery).toMatchObject({ attempts: attempt + 1, last_status: 500 });
    if (delivery?.next_at === null) break;
    const seconds = (Date.parse(delivery?.next_at ?? '') - setup.context.now().getTime()) / 1000;
    pauses.push(seconds);
    await setup.db.updateTable('endpoints').set({ failing_since: null }).where('id', '=', id).execute();
    setup.advance(Math.ceil(seconds));
  }
  const meant = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  expect(pauses).toHaveLength(meant.length);
  for (const [index, least] of meant.entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(least);
    expect(pauses[index]).toBeLessThanOrEqual(least * 1.2 + 1);
  }
  expect(receiver.received).toHaveLength(10);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  await goOn(ada);
  expect(await logOf(ada, { id })).toMatchObject([{ state: 'failed', attempts: 10, next_at: null }]);
});

test('Retry-After is obeyed, a redirect fails, and 410 ends the endpoint with a mail', async () => {
  const { id } = await addEndpoint(ada);
  const waits = async () => {
    const [delivery] = await logOf(ada, { id });
    return (Date.parse(delivery?.next_at ?? '') - setup.context.now().getTime()) / 1000;
  };
  failing(503, { 'retry-after': '120' });
  await createProject(ada);
  await setup.runJobs();
  expect(await waits()).toBe(120);
  setup.advance(119);
  await setup.runJobs();
  expect(receiver.received).toHaveLength(1);
  setup.advance(1);
  failing(302, { location: `${receiver.origin}/elsewhere`, 'retry-after': 'nonsense' });
  await setup.runJobs();
  expect(receiver.received.map(({ path }) => path)).toEqual([SECRET_PATH, SECRET_PATH]);
  expect(await waits()).toBeGreaterThanOrEqual(300);
  setup.advance(400);
  failing(410);
  setup.mails.length = 0;
  await setup.runJobs();
  await setup.runJobs();
  expect(await endpointsOf(ada)).toMatchObject([{ stopped: { reason: 'gone' } }]);
  expect(await logOf(ada, { id })).toMatchObject([{ state: 'failed', last_status: 410, attempts: 3 }]);
  expect(setup.mails.map(({ subject }) => subject)).toEqual(['A webhook of your account was turned off']);
  expect(JSON.stringify(setup.mails)).not.toContain('secretpath');
});

test('an endpoint is disabled after three days of failed deliveries, with one mail, until it is enabled again', async () => {
  const { id } = await addEndpoint(ada);
  failing(500);
  await createProject(ada);
  await setup.runJobs();
  setup.mails.length = 0;
  for (let day = 0; day < 3; day += 1) {
    setup.advance(DAY);
    await setup.runJobs();
  }
  await setup.runJobs();
  expect(setup.mails.map(({ subject }) => subject)).toEqual(['A webhook of your account was turned off']);
  expect(await endpointsOf(ada)).toMatchObject([{ stopped: { reason: 'failures' } }]);
  receiver.received.length = 0;
  await createProject(ada);
  setup.advance(DAY);
  await setup.runJobs();
  expect(receiver.received).toEqual([]);
  expect((await ada.browser.post(`/api/endpoints/${id}/test/`)).statusCode).toBe(409);
  receiver.answer = (reply) => void reply.writeHead(200).end('ok');
  expect((await ada.browser.patch(`/api/endpoints/${id}/`, { active: true })).json()).toMatchObject({
    stopped: null,
    failing_since: null,
  });
  await createProject(ada);
  await setup.runJobs();
  expect(receiver.received).toHaveLength(1);
});

test('a success resets the days of failure', async () => {
  const { id } = await addEndpoint(ada);
  failing(500);
  await createProject(ada);
  await setup.runJobs();
  expect(await endpointsOf(ada)).toMatchObject([{ failing_since: setup.context.now().toISOString() }]);
  failing(200);
  await ada.browser.post(`/api/endpoints/${id}/test/`);
  await setup.runJobs();
  expect(await endpointsOf(ada)).toMatchObject([{ failing_since: null }]);
});

test('a test is sent as a delivery, and any delivery again under its id', async () => {
  const { id } = await addEndpoint(ada);
  expect((await ada.browser.post(`/api/endpoints/${id}/test/`)).json()).toMatchObject({
    type: 'test',
    state: 'waiting',
  });
  await setup.runJobs();
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'test', data: {} });
  await createProject(ada);
  await setup.runJobs();
  const [first] = await logOf(ada, { id });
  expect((await ada.browser.post(`/api/endpoints/${id}/deliveries/${first?.id}/send/`)).statusCode).toBe(202);
  await setup.runJobs();
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([expect.stringMatching(/^test_/), first?.message, first?.message]);
  expect(await logOf(ada, { id })).toMatchObject([{ state: 'delivered', attempts: 2 }, { type: 'test' }]);
});

test.each([
  {
    form: 'slack',
    body: {
      text: '&lt;!channel&gt; *A* &amp; http://b.c: milestone @everyone is completed.\nhttp://localhost:3000/projects/ID',
    },
  },
  {
    form: 'discord',
    body: {
      content: expect.stringContaining(String.raw`\<!channel\> \*A\* & http:⁠//b.c: milestone \@everyone`),
      allowed_mentions: { parse: [] },
    },
  },
  {
    form: 'telegram',
    query: '?chat_id=-1001',
    body: {
      chat_id: '-1001',
      text: '<!channel> *A* & http://b.c: milestone @everyone is completed.\nhttp://localhost:3000/projects/ID',
      link_preview_options: { is_disabled: true },
    },
  },
])('a chat of $form gets a sentence that mentions no member', async ({ form, query = '', body }) => {
  await addEndpoint(ada, { form, url: `${receiver.origin}/chat${query}`, types: ['milestone.completed'] });
  const { id: project } = (await createProject(ada, '<!channel> *A* & http://b.c')).json<{ id: number }>();
  await ada.browser.post('/api/milestones/', { project, name: '@everyone', completed: true });
  await setup.runJobs();
  const [got] = receiver.received;
  expect(got?.path).toBe('/chat');
  expect(JSON.parse(got?.body.replaceAll(`/projects/${project}`, '/projects/ID') ?? '')).toEqual(body);
  expect(got?.headers['webhook-signature']).toBeUndefined();
});

test('addresses and secrets are never stored in plain text', async () => {
  const made = await addEndpoint(ada);
  expect(made).toMatchObject({
    address: `${receiver.origin}/…`,
    public_key: expect.stringMatching(/^whpk_/),
  });
  failing(500);
  await createProject(ada);
  await setup.runJobs();
  const rows = await setup.db.selectFrom('endpoints').selectAll().where('id', '=', made.id).execute();
  const answers = [await endpointsOf(ada), await logOf(ada, made)];
  for (const secret of ['secretpath', made.secret]) {
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(answers)).not.toContain(secret);
    expect(JSON.stringify(setup.logs)).not.toContain(secret);
  }
});

test.each([
  { input: { url: '' }, field: 'url' },
  { input: { url: 'x' }, field: 'url' },
  { input: { url: 'http://example.com/' }, field: 'url' },
  { input: { url: 'https://user@example.com/' }, field: 'url' },
  { input: { url: 'https://10.0.0.1/' }, field: 'url' },
  { input: { url: 'https://[::ffff:169.254.169.254]/' }, field: 'url' },
  { input: { url: 'https://localhost/' }, field: 'url' },
  { input: { url: 'https://api.telegram.org/bot1/sendMessage', form: 'telegram' }, field: 'url' },
  { input: { url: 'https://example.com/', form: 'x' }, field: 'form' },
  { input: { url: 'https://example.com/', types: [] }, field: 'types' },
  { input: { url: 'https://example.com/', types: ['project.created', 'project.created'] }, field: 'types' },
])('an endpoint with $input is refused', async ({ input, field }) => {
  const answer = await ada.browser.post('/api/endpoints/', input);
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
});

test('endpoints are an ability of the plan: a downgrade stops and keeps them, an upgrade makes them work again', async () => {
  const starter = await freelancerOn('free');
  const refused = await starter.browser.post('/api/endpoints/', { url: receiver.origin });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    403,
    { code: 'plan_lacks', capability: 'webhooks' },
  ]);
  const { id } = await addEndpoint(ada);
  await setup.putOnPlan(ada, 'free');
  await createProject(ada);
  await setup.runJobs();
  expect(receiver.received).toEqual([]);
  expect(await endpointsOf(ada)).toMatchObject([{ acts: false, stopped: null }]);
  expect(await logOf(ada, { id })).toMatchObject([{ state: 'stopped', attempts: 0 }]);
  await setup.putOnPlan(ada, 'enterprise');
  await createProject(ada, 'After');
  await setup.runJobs();
  expect(receiver.received).toHaveLength(1);
});

test('a freelancer has ten endpoints at most', async () => {
  await setup.db
    .updateTable('plan_capabilities')
    .set({ value: '100' })
    .where('capability', '=', 'webhooks')
    .execute();
  for (let count = 0; count < 10; count += 1) await addEndpoint(ada);
  const answer = await ada.browser.post('/api/endpoints/', { url: receiver.origin });
  expect([answer.statusCode, answer.json()]).toEqual([400, { detail: 'You can have 10 webhooks at most.' }]);
});

test('an endpoint gets two messages at once and sixty a minute, and every message in the end', async () => {
  await addEndpoint(ada, { url: `${receiver.origin}/limited` });
  const limited = () => receiver.received.filter(({ path }) => path === '/limited');
  let [open, most] = [0, 0];
  receiver.answer = (reply, { path }) => {
    open += path === '/limited' ? 1 : 0;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= path === '/limited' ? 1 : 0;
      reply.writeHead(204).end();
    });
  };
  for (let count = 0; count < 70; count += 1) await createProject(ada, `Project ${count}`);
  const times: number[] = [];
  for (let second = 0; times.length < 70 && second < 600; second += 1) {
    await setup.runJobs();
    while (times.length < limited().length) times.push(second);
    setup.advance(1);
  }
  expect(limited()).toHaveLength(70);
  expect(times.filter((second) => second < 60).length).toBeLessThanOrEqual(60);
  expect(most).toBeLessThanOrEqual(2);
}, 60_000);

test('a recovered account pushes nothing any more', async () => {
  await addEndpoint(ada);
  await enqueue(setup.context, 'stop-endpoints', { user_id: ada.id });
  await setup.runJobs();
  expect(await endpointsOf(ada)).toMatchObject([{ stopped: { reason: 'security' } }]);
});

test('events of one freelancer are sent to no endpoint of twenty others', async () => {
  const { owner, customer, project, version } = await setup.createDelivery();
  await setup.putOnPlan(owner, 'enterprise', 400);
  await addEndpoint(owner, { url: `${receiver.origin}/own` });
  const others: Person[] = [];
  for (let count = 0; count < 20; count += 1) {
    const other = await freelancerOn('enterprise');
    others.push(other);
    await addEndpoint(other, { url: `${receiver.origin}/other-${count}` });
    await createProject(other, `Project of ${count}`);
  }
  await setup.db
    .updateTable('users')
    .set({ display_name: 'Zuleyka Nobody-Else' })
    .where('id', '=', customer.id)
    .execute();
  recordEvent(setup.context, customer, {
    kind: 'version_opened',
    owner_id: owner.id,
    project_id: project.id,
    version_id: version.id,
  });
  await writeEvents(setup.context);
  await setup.runJobs();
  const naming = receiver.received.filter(({ body }) => body.includes('Zuleyka'));
  expect(naming.map(({ path }) => path)).toEqual(['/own']);
  expect(receiver.received).toHaveLength(21);
  for (const other of others) expect((await other.browser.get('/api/events/')).body).not.toContain('Zuleyka');
}, 60_000);
