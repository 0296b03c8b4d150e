import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { timestampOf } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { OverloadedError } from '../../errors.ts';
import { type EventStream, openStream, untilAllIsSent } from '../../testing/event-stream.ts';
import { eventually } from '../../testing/eventually.ts';
import { listen } from '../../testing/live-server.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp(
  { RATE_LIMITS: 'off', LOG_LEVEL: 'info' },
  { changeStreams: { heartbeatMilliseconds: 100, perPerson: 2, inAll: 4, idsAtOnce: 1 } },
);
const server = await listen(setup.app);
const opened: EventStream[] = [];
afterEach(async () => {
  opened.splice(0).forEach((stream) => stream.close());
  // Slots are released when the server notices that the connections are closed.
  await new Promise((resolve) => setTimeout(resolve, 50));
});

async function follow(browser: Parameters<typeof openStream>[1], at = server) {
  const stream = await openStream(at, browser);
  opened.push(stream);
  return stream;
}

test('a person has a few streams, and all together some more; a closed one makes room', async () => {
  const { owner, customer } = await setup.createDelivery();
  const third = await setup.createCustomer({ owner });
  const statuses = [];
  for (const { browser } of [owner, owner, owner, customer, customer, third])
    statuses.push(await follow(browser));
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429, 200, 200, 503]);
  for (const refused of [statuses[2], statuses[5]]) {
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    await eventually(() => expect(JSON.parse(refused?.text() ?? '')).toHaveProperty('detail'));
  }
  statuses[0]?.close();
  await eventually(async () => expect((await follow(third.browser)).status).toBe(200));
});

test('when all places are taken, a tenant gets one from the tenant with the most, until both have as many', async () => {
  const [first, second] = [await setup.createDelivery(), await setup.createDelivery()];
  const theirs: EventStream[] = [];
  for (const { browser } of [first.owner, first.owner, first.customer, first.customer])
    theirs.push(await follow(browser));
  expect(theirs.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const own = [];
  for (const { browser } of [second.owner, second.customer, second.owner]) own.push(await follow(browser));
  expect(own.map(({ status }) => status)).toEqual([200, 200, 503]);
  await eventually(() => expect(theirs.map(({ isOver }) => isOver())).toEqual([true, true, false, false]));
  expect(theirs[0]?.events.at(-1)?.event).not.toBe('end');
  expect((await follow(first.owner.browser)).status).toBe(503);
});

test('a stream is kept alive by comments, and ends with its session', async () => {
  const { customer } = await setup.createDelivery();
  const stream = await follow(customer.browser);
  await eventually(() => expect(stream.text().split('\n:\n').length).toBeGreaterThan(2));
  expect(stream.isOver()).toBe(false);
  setup.advance(15 * 24 * 3600);
  await eventually(() => expect(stream.isOver()).toBe(true));
  expect(stream.events.at(-1)?.event).toBe('end');
});

test('a stream is logged when it opens, and not again when it ends', async () => {
  const { customer } = await setup.createDelivery();
  const lines = () => setup.logs.filter(({ url, user }) => url === '/api/changes/' && user === customer.id);
  const stream = await follow(customer.browser);
  await eventually(() => expect(lines()).toHaveLength(1));
  await setup.db.deleteFrom('sessions').where('user_id', '=', customer.id).execute();
  await eventually(() => expect(stream.isOver()).toBe(true));
  expect(lines()).toHaveLength(1);
});

test('a reader who never reads is dropped, and others go on', async () => {
  const { owner, customer, project } = await setup.createDelivery();
  for (let count = 0; count < 90; count += 1) await setup.createProject({ owner, customer });
  const connected = once(setup.app.server, 'connection') as Promise<[Socket]>;
  const stuck = connect((setup.app.server.address() as AddressInfo).port, '127.0.0.1');
  stuck.on('error', () => {});
  const isClosed = once(stuck, 'close');
  const [serverSide] = await connected;
  const headers = Object.entries({ ...server.headers(customer.browser), accept: 'text/event-stream' });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  stuck.write(`GET /api/changes/ HTTP/1.1\r\n${head}\r\n`);
  await eventually(() => expect(serverSide.bytesWritten).toBeGreaterThan(0));
  // The connection accepts nothing more, as when the reader's buffers are full.
  serverSide.cork();
  const own = await follow(owner.browser);
  for (let round = 0; !serverSide.destroyed && round < 40; round += 1) {
    await setup.db
      .updateTable('projects')
      .set({ name: `Round ${round}` })
      .where('owner_id', '=', owner.id)
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  expect(serverSide.destroyed).toBe(true);
  stuck.resume();
  await isClosed;
  await setup.createMilestone({ project });
  await eventually(() => expect(own.text()).toContain('milestones'));
  expect(own.isOver()).toBe(false);
});

test('a reader of more projects than fit into hints reloads everything', async () => {
  const { owner, customer } = await setup.createDelivery();
  for (let count = 0; count < 101; count += 1) await setup.createProject({ owner, customer });
  await untilAllIsSent(setup, server);
  const stream = await follow(customer.browser);
  await setup.db.updateTable('projects').set({ description: 'x' }).where('owner_id', '=', owner.id).execute();
  await stream.receives('resync');
  expect(stream.text()).not.toContain('event: change');
});

test('more simultaneous changes than are kept make all readers reload everything', async () => {
  const { owner } = await setup.createDelivery();
  const bystander = await setup.createDelivery();
  await untilAllIsSent(setup, server);
  const stream = await follow(bystander.customer.browser);
  const now = timestampOf(setup.context);
  const row = (name: string) => ({
    owner_id: owner.id,
    name,
    name_key: name,
    description: '',
    list_description: '',
    status_override: null,
    created_at: now,
    last_updated: now,
    edited_at: now,
  });
  await inTransaction(setup.context, async (tx) => {
    for (let at = 0; at < 5001; at += 500) {
      const rows = Array.from({ length: 501 }, (_, index) => row(`${at + index}`));
      await tx.db.insertInto('projects').values(rows).execute();
    }
  });
  await stream.receives('resync');
  expect(stream.text()).not.toContain('event: change');
  await setup.db.deleteFrom('projects').where('owner_id', '=', owner.id).execute();
});

test('two instances receive each other’s writes', async () => {
  const other = await buildApp(setup.context, { checkAnswers: true });
  try {
    const otherServer = await listen(other);
    const { owner, customer, project } = await setup.createDelivery();
    const stream = await follow(customer.browser, otherServer);
    await owner.browser.post('/api/milestones/', { project: project.id, name: 'There' });
    await eventually(() => expect(stream.text()).toContain('milestones'));
    await customer.browser.delete('/api/_allauth/browser/v1/auth/session');
    await eventually(() => expect(stream.isOver()).toBe(true));
  } finally {
    await other.close();
  }
});

test('a stopping server ends its streams at once, and says when to reconnect', async () => {
  const other = await buildApp(setup.context, { checkAnswers: true });
  const otherServer = await listen(other);
  const { owner, customer } = await setup.createDelivery();
  const streams = await Promise.all([owner, customer].map(({ browser }) => follow(browser, otherServer)));
  await other.close();
  for (const stream of streams) {
    await eventually(() => expect(stream.isOver()).toBe(true));
    const [wait = ''] = /retry: \d+\n\n$/.exec(stream.text()) ?? [];
    expect(Number(wait.slice('retry: '.length))).toBeGreaterThanOrEqual(1000);
  }
  // A request that was admitted before gets no stream, since nothing would end it.
  const { id: sessionId } = await setup.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', customer.id)
    .executeTakeFirstOrThrow();
  const begin = () => ({ write: () => true, end: () => {} });
  const late = other.changeStreams.open({ user: customer, sessionId, from: {} }, begin);
  await expect(late).rejects.toThrow(OverloadedError);
});
