import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Endpoint } from '@vitrin/shared/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { webhookReceiver } from '../../../testing/webhook-receiver.ts';
import { recordEvent, writeEvents } from '../../events/service.ts';

const receiver = await webhookReceiver();
const setup = await sharedTestApp({ RATE_LIMITS: 'off', WEBHOOK_ALLOW: receiver.origin });

/** A freelancer with an endpoint at `path`, and a version that a client receives. */
async function createPushed(path: string) {
  const delivery = await setup.createDelivery();
  await setup.putOnPlan(delivery.owner, 'enterprise', 400);
  const made = await delivery.owner.browser.post('/api/endpoints/', { url: receiver.origin + path });
  expect(made.statusCode).toBe(201);
  return delivery;
}

const stopsOf = async ({ browser }: Person) =>
  (await browser.get('/api/endpoints/')).json<Page<Endpoint>>().results.map(({ stopped }) => stopped?.reason);

test('looks at the work of two freelancers that are written together are pushed to each one’s own endpoint', async () => {
  const [one, two] = [await createPushed('/one'), await createPushed('/two')];
  for (const { owner, customer, project, version } of [one, two])
    recordEvent(setup.context, customer, {
      kind: 'version_opened',
      owner_id: owner.id,
      project_id: project.id,
      version_id: version.id,
    });
  await writeEvents(setup.context);
  await setup.runJobs();
  const pushed = receiver.received.map(({ path, body }) => {
    const { data } = JSON.parse(body) as { data: { project: { id: number } } };
    return [path, data.project.id] as const;
  });
  expect(pushed.toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ['/one', one.project.id],
    ['/two', two.project.id],
  ]);
});

test('a recovered account turns off its endpoints and leaves those of another freelancer on', async () => {
  const [one, two] = [await createPushed('/one'), await createPushed('/two')];
  await enqueue(setup.context, 'stop-endpoints', { user_id: one.owner.id });
  await setup.runJobs();
  expect([await stopsOf(one.owner), await stopsOf(two.owner)]).toEqual([['security'], [undefined]]);
});

test('each freelancer is mailed that an own endpoint was turned off, in the own language', async () => {
  const [one, two] = [await createPushed('/one'), await createPushed('/two')];
  await setup.db.updateTable('users').set({ language: 'tr' }).where('id', '=', two.owner.id).execute();
  receiver.answer = (reply) => void reply.writeHead(410).end();
  setup.mails.length = 0;
  for (const { owner } of [one, two]) await owner.browser.post('/api/projects/', { name: 'Summer campaign' });
  // The first run sends what happened, and its failure is mailed by the second.
  for (let run = 0; run < 2; run += 1) await setup.runJobs();
  expect(setup.mails).toHaveLength(2);
  expect(Object.fromEntries(setup.mails.map(({ to, subject }) => [to, subject]))).toEqual({
    [`${one.owner.username}@example.com`]: 'A webhook of your account was turned off',
    [`${two.owner.username}@example.com`]: 'Hesabınızın bir webhook’u kapatıldı',
  });
});
