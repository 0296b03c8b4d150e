import type { FileReceivers } from '@vitrin/shared/contract/figures/activity.ts';
import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import {
  createCustomer,
  createFreelancer,
  createProject,
  createVersion,
  type Person,
} from '../../../testing/factories.ts';
import { formBody, postForm, uploadTo } from '../../../testing/forms.ts';
import { listen } from '../../../testing/live-server.ts';
import { startS3Server } from '../../../../../test-kit/s3-server.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { writeDeliveries } from '../../deliveries/service.ts';
import { writeEvents } from '../../events/service.ts';
import { sweepUploads } from './sweep.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step();
});

async function createScene(environment: Record<string, string> = {}) {
  const s3 = await startS3Server();
  cleanUp.push(s3.stop);
  const setup = await createTestApp({ ...s3.environment, ...environment });
  cleanUp.push(setup.close);
  const owner = await createFreelancer(setup);
  const customer = await createCustomer(setup, { owner });
  const { id } = await createVersion(setup, { project: await createProject(setup, { owner, customer }) });
  return { s3, setup, owner, customer, versionId: id };
}

test('while S3 is away nothing is lost, and delayed work is done later', async () => {
  const { s3, setup, owner, customer, versionId } = await createScene();
  const file = await uploadTo(owner.browser, versionId, PNG, 'logo.png');
  const doomed = await uploadTo(owner.browser, versionId, randomBytes(100));
  s3.pause();

  const refused = await postForm(owner.browser, ['version', `${versionId}`], ['file', randomBytes(100), 'a']);
  expect(refused.statusCode).toBe(503);
  expect(refused.json<{ detail: string }>().detail).toMatch(/file store cannot be reached/);
  expect((await customer.browser.get(file.file)).statusCode).toBe(503);
  expect((await customer.browser.get(`/api/versions/${versionId}/zip/`)).statusCode).toBe(503);
  expect((await owner.browser.delete(`/api/files/${doomed.id}/`)).statusCode).toBe(204);
  await setup.runJobs();
  const waiting = await setup.db
    .selectFrom('jobs')
    .select(['kind', 'attempts'])
    .where('attempts', '>', 0)
    .execute();
  expect(waiting.map(({ kind }) => kind).toSorted()).toEqual(['delete-objects', 'make-thumbnail']);
  const open = await setup.db.selectFrom('uploads').select('id').where('state', '=', 'receiving').execute();
  expect(open).toEqual([]);

  s3.resume();
  setup.advance(3600);
  await setup.runJobs();
  const listed = await customer.browser.get(`/api/files/?version=${versionId}`);
  const { results } = listed.json<{ results: { id: number; thumbnail: string | null }[] }>();
  expect(results.map(({ id }) => id)).toEqual([file.id]);
  expect(results[0]?.thumbnail).not.toBeNull();
  expect((await customer.browser.get(file.file)).rawPayload.equals(PNG)).toBe(true);
}, 60_000);

test('an upload reports an outage of S3 at once, and continues when S3 is back', async () => {
  const { s3, setup, owner, versionId } = await createScene();
  const server = await listen(setup.app);
  const bytes = randomBytes(40 * 1024 * 1024);
  const tus = { 'tus-resumable': '1.0.0' };
  const created = await server.send(owner.browser, 'POST', '/api/uploads/', {
    ...tus,
    'upload-length': bytes.length,
    'upload-metadata': `filename ${btoa('film.bin')},version ${btoa(String(versionId))}`,
  });
  const url = String(created.headers.location);
  const send = (offset: number) =>
    server.send(
      owner.browser,
      'PATCH',
      url,
      { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': offset },
      bytes.subarray(offset),
    );
  const refused = send(0);
  await expect.poll(() => s3.partBytes(), { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
  s3.pause();
  // The answer comes while the rest of the body is still being sent, so that the sender need not wait.
  expect((await refused).status).toBe(503);
  const form = formBody(['version', `${versionId}`], ['file', bytes, 'a.bin']);
  const other = await server.send(owner.browser, 'POST', '/api/files/', form.headers, form.payload);
  expect(other.status).toBe(503);
  expect((await server.send(owner.browser, 'HEAD', url, tus)).status).toBe(503);

  s3.resume();
  const { headers } = await server.send(owner.browser, 'HEAD', url, tus);
  const offset = Number(headers['upload-offset']);
  expect(offset).toBeGreaterThan(0);
  const end = await send(offset);
  const stored = await server.send(
    owner.browser,
    'GET',
    `/api/files/${String(end.headers['vitrin-file-id'])}/content/`,
  );
  expect(stored.body.equals(bytes)).toBe(true);
}, 120_000);

test.each([
  {
    what: 'a resumable upload whose address could not be kept',
    failing: ({ path }: { path: string }) => path.endsWith('.info'),
    upload: (owner: Person, versionId: number) =>
      owner.browser.post('/api/uploads/', undefined, {
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `filename ${btoa('film.bin')},version ${btoa(String(versionId))}`,
      }),
  },
  {
    what: 'a form whose bytes neither went in nor could be taken back',
    failing: ({ method }: { method: string }) => method !== 'POST',
    upload: (owner: Person, versionId: number) =>
      postForm(owner.browser, ['version', `${versionId}`], ['file', randomBytes(9 * 1024 * 1024), 'a.bin']),
  },
])('nothing stays in the bucket of $what', async ({ failing, upload }) => {
  const { s3, setup, owner, versionId } = await createScene();
  s3.pause(failing);
  expect((await upload(owner, versionId)).statusCode).toBe(503);
  expect(s3.openUploads()).toBe(1);
  expect(await setup.db.selectFrom('uploads').select(['state', 'size_bytes']).execute()).toEqual([
    { state: 'sweeping', size_bytes: 0 },
  ]);
  s3.resume();
  await sweepUploads(setup.context);
  expect(s3.openUploads()).toBe(0);
  expect(await setup.db.selectFrom('uploads').select('id').execute()).toEqual([]);
});

test('S3_REDIRECT hands whole downloads to the store, and nothing else', async () => {
  const { setup, owner, customer, versionId } = await createScene({ S3_REDIRECT: 'on' });
  const file = await uploadTo(owner.browser, versionId, PNG, 'Şirket logosu.png');
  const download = await customer.browser.get(`${file.file}?download=1`);
  expect(download.statusCode).toBe(302);
  expect(download.headers['cache-control']).toBe('no-store');
  const address = new URL(String(download.headers.location));
  expect(Number(address.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60);
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename=');
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);

  expect((await customer.browser.get(file.file)).rawPayload.equals(PNG)).toBe(true);
  const empty = await uploadTo(owner.browser, versionId, Buffer.alloc(0), 'empty.txt');
  await customer.browser.get(`${empty.file}?download=1`);
  const part = await customer.browser.get(`${file.file}?download=1`, { range: 'bytes=0-9' });
  expect(part.statusCode).toBe(206);
  expect((await customer.browser.get(`/api/versions/${versionId}/zip/`)).statusCode).toBe(200);
  await writeEvents(setup.context);
  const events = await setup.db
    .selectFrom('events')
    .select('kind')
    .where('file_id', '=', file.id)
    .orderBy('id')
    .execute();
  expect(events.map(({ kind }) => kind)).toEqual(['file_downloaded']);

  await writeDeliveries(setup.context);
  // Only the request to the store is known, even for an empty file, and after parts that were sent here.
  const { downloaded_by } = (
    await owner.browser.get(`/api/files/${empty.id}/receivers/`)
  ).json<FileReceivers>();
  expect(downloaded_by).toMatchObject([{ files: 1, complete: 0, handed: 1, percent: 0 }]);
  const { project_id } = await setup.db
    .selectFrom('versions')
    .select('project_id')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  const receipt = (await owner.browser.get(`/api/projects/${project_id}/receipt/`)).json<{
    entries: { kind: string; file?: string }[];
  }>();
  const handed = receipt.entries.filter(({ kind }) => kind === 'handed_to_store');
  expect(handed).toHaveLength(2);
  expect(new Set(handed.map((entry) => entry.file))).toEqual(new Set(['empty.txt', 'Şirket logosu.png']));
});
