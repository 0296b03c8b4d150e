import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openStream } from '../../testing/event-stream.ts';
import { eventually } from '../../testing/eventually.ts';
import { listen } from '../../testing/live-server.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ LOG_LEVEL: 'warn' });
const server = await listen(setup.app);

test('a broken connection to PostgreSQL is replaced, and pages reload their data', async () => {
  const { owner, customer, project } = await setup.createDelivery();
  const stream = await openStream(server, customer.browser);
  afterAll(() => stream.close());
  await stream.receives('ready');
  await breakConnection();
  await eventually(() => expect(stream.events.map(({ event }) => event)).toContain('resync'));
  expect(setup.logs.map(({ msg }) => msg)).toContain(
    'The connection for live updates broke and is made anew',
  );
  await owner.browser.post('/api/milestones/', { project: project.id, name: 'After' });
  await eventually(() => expect(stream.text()).toContain('milestones'));
});

test('the stream of a session that ended while the connection was broken ends with the next connection', async () => {
  const { customer } = await setup.createDelivery();
  const stream = await openStream(server, customer.browser);
  afterAll(() => stream.close());
  await stream.receives('ready');
  await breakConnection();
  await setup.db.deleteFrom('sessions').where('user_id', '=', customer.id).execute();
  await eventually(() => expect(stream.isOver()).toBe(true));
  expect(stream.events.map(({ event }) => event)).toContain('resync');
});

async function breakConnection(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'vitrin live updates' and datname = current_database()`.execute(setup.db);
}
