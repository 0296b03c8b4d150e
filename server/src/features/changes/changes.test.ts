import type { Version } from '@vitrin/shared/contract/versions.ts';
import { afterEach, expect, test } from 'vitest';
import { timestampOf } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { UnauthenticatedError } from '../../errors.ts';
import { type EventStream, openStream, untilAllIsSent } from '../../testing/event-stream.ts';
import { eventually } from '../../testing/eventually.ts';
import type { Person } from '../../testing/factories.ts';
import { listen } from '../../testing/live-server.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeEvents } from '../events/service.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const server = await listen(setup.app);
const opened: EventStream[] = [];
afterEach(() => opened.splice(0).forEach((stream) => stream.close()));

async function follow(
  ...[browser, options]: [Parameters<typeof openStream>[1], Parameters<typeof openStream>[2]?]
) {
  const stream = await openStream(server, browser, options);
  opened.push(stream);
  return stream;
}

/** A delivery after its own change events, so that streams opened from now on receive later ones only. */
async function createStreamedDelivery() {
  const delivery = await setup.createDelivery();
  await untilAllIsSent(setup, server);
  return delivery;
}

const changed = ({ events }: EventStream) => events.filter(({ event }) => event === 'change');
const partsOf = (stream: EventStream) =>
  new Set(changed(stream).flatMap(({ data }) => (data as { parts: string[] }).parts));

test('both sides of a project get events of its changes, and no other user gets any', async () => {
  const { owner, customer, project } = await createStreamedDelivery();
  const colleague = await setup.createCustomer({ owner });
  const stranger = await setup.createFreelancer();
  const [own, theirs, ...others] = await Promise.all(
    [owner, customer, colleague, stranger].map(({ browser }) => follow(browser)),
  );
  if (!own || !theirs) throw new Error('no stream');
  expect([own.status, own.headers['content-type'], own.headers['cache-control']]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
    'no-store',
  ]);
  expect(own.headers).toMatchObject({ 'x-accel-buffering': 'no', 'x-content-type-options': 'nosniff' });
  expect(own.headers).not.toHaveProperty('content-encoding');

  const created = await owner.browser.post('/api/versions/', { project: project.id, version_number: '2' });
  expect(created.statusCode).toBe(201);
  await eventually(() => expect(partsOf(own)).toContain('versions'));
  await eventually(() => expect(partsOf(theirs)).toContain('versions'));
  await setup.createFile({ version: { id: created.json<Version>().id } });
  await theirs.receives('change', { project: project.id, parts: ['files'] });
  await owner.browser.post('/api/milestones/', { project: project.id, name: 'First' });
  await eventually(() => expect(partsOf(theirs)).toContain('milestones'));
  for (const other of others) expect(other.events.map(({ event }) => event)).toEqual(['ready']);
});

test('looks of a client are sent to the freelancer only', async () => {
  const { owner, customer, project } = await createStreamedDelivery();
  const [own, theirs] = [await follow(owner.browser), await follow(customer.browser)];
  await customer.browser.post('/api/seen/', { kind: 'project_opened', id: project.id });
  await writeEvents(setup.context);
  await eventually(() => expect(partsOf(own)).toContain('looks'));
  await owner.browser.patch(`/api/projects/${project.id}/`, { name: 'Another name' });
  await eventually(() => expect(partsOf(theirs)).toContain('project'));
  expect(partsOf(theirs)).not.toContain('looks');
});

test('an event for the freelancer only is hidden from the client in a transaction with events for both', async () => {
  const { owner, customer, project } = await createStreamedDelivery();
  const [own, theirs] = [await follow(owner.browser), await follow(customer.browser)];
  const created_at = timestampOf(setup.context);
  // One transaction, so that both events are sent together.
  await inTransaction(setup, async (tx) => {
    await tx.db
      .insertInto('events')
      .values({
        kind: 'project_opened',
        user_id: customer.id,
        owner_id: owner.id,
        project_id: project.id,
        version_id: null,
        file_id: null,
        created_at,
      })
      .execute();
    await tx.db.updateTable('projects').set({ name: 'Another' }).where('id', '=', project.id).execute();
  });
  await eventually(() => expect(changed(own)).toHaveLength(1));
  expect(partsOf(own)).toEqual(new Set(['project', 'looks']));
  await eventually(() => expect(partsOf(theirs)).toEqual(new Set(['project'])));
});

test('a client removed from a project is notified only that the list changed, and of nothing afterwards', async () => {
  const { owner, customer, project } = await createStreamedDelivery();
  const theirs = await follow(customer.browser);
  const own = await follow(owner.browser);
  await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: null });
  await theirs.receives('list', {});
  await owner.browser.post('/api/milestones/', { project: project.id, name: 'Secret' });
  await eventually(() => expect(partsOf(own)).toContain('milestones'));
  expect(changed(theirs)).toEqual([]);
});

test('a deleted project changes the lists of both', async () => {
  const { owner, customer, project } = await createStreamedDelivery();
  const streams = [await follow(owner.browser), await follow(customer.browser)];
  expect((await owner.browser.delete(`/api/projects/${project.id}/`)).statusCode).toBe(204);
  for (const stream of streams) await stream.receives('list', {});
});

test('a guest is refused, and so is an ended session', async () => {
  expect((await follow(setup.createBrowser())).status).toBe(401);
  const { customer } = await setup.createDelivery();
  await setup.db.deleteFrom('sessions').where('user_id', '=', customer.id).execute();
  expect((await follow(customer.browser)).status).toBe(401);
});

test('a session that ends while its stream is opened gets no stream', async () => {
  const { customer } = await createStreamedDelivery();
  const { id } = await setup.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', customer.id)
    .executeTakeFirstOrThrow();
  // The request has been admitted, and the session ends before its turn.
  await setup.db.deleteFrom('sessions').where('id', '=', id).execute();
  let hasBegun = false;
  // A person has at most ten streams; refused ones take no place.
  for (let count = 0; count < 11; count += 1) {
    const opening = setup.app.changeStreams.open({ user: customer, sessionId: id, from: {} }, () => {
      hasBegun = true;
      return { write: () => true, end: () => {} };
    });
    await expect(opening).rejects.toThrow(UnauthenticatedError);
  }
  expect(hasBegun).toBe(false);
});

const AUTH = '/api/_allauth/browser/v1';
test.each([
  ['a logout', ({ person }: Ending) => person.browser.delete(`${AUTH}/auth/session`)],
  [
    'a deletion of the person',
    ({ owner, person }: Ending) => owner.browser.delete(`/api/users/${person.id}/`),
  ],
  [
    'sessions that are ended elsewhere',
    ({ person }: Ending) => setup.db.deleteFrom('sessions').where('user_id', '=', person.id).execute(),
  ],
] as const)('%s ends the stream', async (_what, end) => {
  const owner = await setup.createFreelancer();
  const person = await setup.createCustomer({ owner });
  const stream = await follow(person.browser);
  const other = await follow(owner.browser);
  await end({ owner, person });
  await eventually(() => expect(stream.isOver()).toBe(true));
  expect(stream.events.at(-1)?.event).toBe('end');
  expect(other.isOver()).toBe(false);
});

type Ending = { owner: Person; person: Person };

test('a stream resumes after the last event read, with what the person may see now', async () => {
  const { owner, customer, project } = await createStreamedDelivery();
  const first = await follow(customer.browser);
  await owner.browser.post('/api/milestones/', { project: project.id, name: 'One' });
  await eventually(() => expect(changed(first).length).toBeGreaterThan(0));
  // Until no more hints of that write arrive.
  const own = await follow(owner.browser);
  await owner.browser.post('/api/versions/', { project: project.id, version_number: '7' });
  await eventually(() => expect(partsOf(own)).toContain('versions'));
  await eventually(() => expect(partsOf(first)).toContain('versions'));
  const { id = '' } = first.events.at(-1) ?? {};
  first.close();

  await owner.browser.patch(`/api/projects/${project.id}/`, { name: 'Missed' });
  await eventually(() => expect(partsOf(own)).toContain('project'));
  const again = await follow(customer.browser, { headers: { 'last-event-id': id } });
  await again.receives('change', { project: project.id, parts: ['project'] });
  expect(again.events[0]?.event).toBe('ready');
  const byQuery = await follow(customer.browser, { query: `?after=${id}` });
  await byQuery.receives('change', { project: project.id, parts: ['project'] });
  const byAge = await follow(customer.browser, { query: '?age=600' });
  await byAge.receives('resync');

  await owner.browser.patch(`/api/projects/${project.id}/`, { customer_id: null });
  const off = await follow(customer.browser, { headers: { 'last-event-id': id } });
  await off.receives('ready');
  await off.receives('list');
  expect(changed(off)).toEqual([]);
});

test('an age leads back to the changes since then', async () => {
  const { owner, customer, project } = await createStreamedDelivery();
  const own = await follow(owner.browser);
  setup.advance(60);
  await owner.browser.patch(`/api/projects/${project.id}/`, { name: 'Before' });
  await eventually(() => expect(partsOf(own)).toContain('project'));
  setup.advance(60);
  await owner.browser.post('/api/milestones/', { project: project.id, name: 'After' });
  await eventually(() => expect(partsOf(own)).toContain('milestones'));
  setup.advance(10);
  const stream = await follow(customer.browser, { query: '?age=30' });
  await eventually(() => expect(partsOf(stream)).toContain('milestones'));
  expect(stream.events[0]?.event).toBe('ready');
  const { last_event_id } = (await owner.browser.get('/api/changes/')).json<{ last_event_id: string }>();
  const present = await follow(customer.browser, { query: `?after=${last_event_id}` });
  await present.receives('ready');
  expect(changed(present)).toEqual([]);
});

test.each([
  ['nonsense', '💥'],
  ['another life', '0123456789ab-1'],
  ['a number beyond all', `x-${'9'.repeat(400)}`],
  ['15 KB', 'a'.repeat(15_000)],
])('a Last-Event-ID of %s makes the page reload its data', async (_what, id) => {
  const { customer } = await setup.createDelivery();
  const stream = await follow(customer.browser, {
    headers: { 'last-event-id': Buffer.from(id).toString('latin1') },
  });
  await stream.receives('resync');
  expect(stream.events[0]?.event).toBe('resync');
});

test('a Last-Event-ID of 64 KB is refused, and the next stream opens', async () => {
  const { customer } = await setup.createDelivery();
  const large = await follow(customer.browser, { headers: { 'last-event-id': 'a'.repeat(65_536) } }).catch(
    () => null,
  );
  expect(large?.status ?? 431).toBe(431);
  const query = await follow(customer.browser, { query: `?after=${'a'.repeat(5000)}` });
  expect(query.status).toBe(400);
  await (await follow(customer.browser)).receives('ready');
});
