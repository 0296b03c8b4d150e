import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { PASSWORD, registerCustomer } from '../../../../test-kit/accounts.ts';
import { openApiSession } from '../../../../test-kit/api-session.ts';
import { uploadAcross } from './cut-upload.ts';
import { callAt, json, openCall } from './open-call.ts';
import { INSTANCES, useInstances } from './three-instances.ts';

const running = useInstances();
const { at, prepare, register } = running;

test('the main journey works through any of them', async () => {
  const { freelancer, token, project, version } = await prepare('journey');

  // An upload begins at one instance, breaks, and goes on at another one.
  const bytes = randomBytes(3_000_000);
  const fileId = await uploadAcross([at(0), at(1), at(2)], freelancer, version, bytes);

  const client = await registerCustomer({ url: running.url, dataDir: '' }, token);
  for (const [start, end] of [
    [0, 999],
    [1_000_000, 2_500_000],
    [2_999_000, 2_999_999],
  ] as const) {
    const { status, body } = await client.call('GET', `/api/files/${fileId}/content/`, undefined, {
      range: `bytes=${start}-${end}`,
    });
    expect(status).toBe(206);
    expect((body as Buffer).equals(bytes.subarray(start, end + 1))).toBe(true);
  }
  const { results } = await client.expectCall<{ results: ProjectFile[] }>(
    200,
    'GET',
    `/api/files/?version=${version}`,
  );
  expect(results.map(({ id, size }) => [id, size])).toEqual([[fileId, bytes.length]]);

  // A page open at one instance gets a write at another one.
  const stream = openCall(at(1), client, 'GET', '/api/changes/', { accept: 'text/event-stream' });
  stream.request.end();
  let heard = '';
  (await stream.answer).setEncoding('utf8').on('data', (text: string) => (heard += text));
  await vi.waitFor(() => expect(heard).toContain('event: ready'), { timeout: 10_000 });
  const milestone = json({ project, name: 'Shown', description: '' });
  const written = await callAt(at(2), freelancer, 'POST', '/api/milestones/', milestone);
  expect(written.status).toBe(201);
  await vi.waitFor(() => expect(heard).toMatch(/"parts":\[[^\]]*"milestones"/), {
    timeout: 10_000,
  });

  // A logout at one ends the session at all, and its stream.
  const left = await callAt(at(0), client, 'DELETE', '/_allauth/browser/v1/auth/session');
  expect(left.status).toBe(401);
  await vi.waitFor(() => expect(heard).toContain('event: end'), { timeout: 10_000 });
  for (let instance = 0; instance < INSTANCES; instance += 1)
    expect((await callAt(at(instance), client, 'GET', `/api/projects/${project}/`)).status).toBe(401);
}, 120_000);

test('a token ended at one instance is refused at all, at once', async () => {
  const freelancer = await register('revoker');
  await running.database
    .updateTable('subscriptions')
    .set({ plan_id: 2, current_period_end: '2099-01-01T00:00:00.000Z', cancel_at_period_end: true })
    .where('user_id', '=', (e) => e.selectFrom('users').select('id').where('username', '=', 'revoker'))
    .execute();
  const { id, token } = await freelancer.expectCall<{ id: number; token: string }>(
    201,
    'POST',
    '/api/tokens/',
    {
      name: 'a script',
      scope: 'read',
    },
  );
  const headers = { authorization: `Bearer ${token}` };
  const read = async (instance: number) =>
    (await callAt(at(instance), freelancer, 'GET', '/api/projects/', { headers })).status;
  const instances = Array.from({ length: INSTANCES }, (_, instance) => instance);
  expect(await Promise.all(instances.map(read))).toEqual(instances.map(() => 200));
  expect((await callAt(at(0), freelancer, 'DELETE', `/api/tokens/${id}/`)).status).toBe(204);
  // No time passes: each instance reads the row.
  expect(await Promise.all(instances.map(read))).toEqual(instances.map(() => 401));
}, 60_000);

test('wrong passwords are counted together', async () => {
  await register('guessed');
  const statuses: (number | undefined)[] = [];
  const guest = openApiSession(running.url);
  await guest.call('GET', '/_allauth/browser/v1/config');
  for (let guess = 0; guess < 30; guess += 1) {
    const { status } = await callAt(at(guess % INSTANCES), guest, 'POST', '/_allauth/browser/v1/auth/login', {
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${guess}` },
      body: JSON.stringify({ username: 'guessed', password: `wrong-guess-${guess}` }),
    });
    statuses.push(status);
    if (status === 429) break;
  }
  const counted = statuses.length;
  expect(statuses.at(-1)).not.toBe(401);
  // Each instance refuses from now on, no matter which one counted.
  for (let instance = 0; instance < INSTANCES; instance += 1) {
    const { status, headers } = await callAt(at(instance), guest, 'POST', '/_allauth/browser/v1/auth/login', {
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${counted + instance}` },
      body: JSON.stringify({ username: 'guessed', password: PASSWORD }),
    });
    expect(status).not.toBe(200);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
}, 120_000);
