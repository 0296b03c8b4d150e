import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { dataIn, filesIn, projectToTake } from '../../../testing/pages/offline-copies.ts';
import { drawn } from '../../../testing/pictures.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { writeDeliveries } from '../../deliveries/service.ts';
import { writeEvents } from '../../events/service.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const owner = await setup.createFreelancer();
const customer = await setup.createCustomer({ owner });

const PICTURE = await drawn();
const newProject = () => projectToTake(setup, { owner, customer });

test('its freelancer gets what the client gets, and leaves no trace', async () => {
  const { project, url } = await newProject();
  const { id } = await setup.createVersion({ project });
  await uploadTo(owner.browser, id, randomBytes(100), 'a.bin');
  const seen = await customer.browser.get(url);
  for (const headers of [undefined, { 'x-view-as': 'client' }]) {
    const shown = await owner.browser.get(url, headers);
    expect(shown.rawPayload.equals(seen.rawPayload)).toBe(true);
  }
});

test('a download of a copy is a delivery of every file in it, and only of the bytes that were sent', async () => {
  const { project, url } = await newProject();
  const versions = [await setup.createVersion({ project }), await setup.createVersion({ project })];
  const sizes = [5000, 8000];
  for (const [index, { id }] of versions.entries())
    await uploadTo(owner.browser, id, randomBytes(sizes[index] ?? 0), 'a.bin');
  const covered = async () => {
    await writeDeliveries(setup.context);
    const rows = await setup.db
      .selectFrom('deliveries')
      .select(['version_id', 'covered_bytes'])
      .where('project_id', '=', project.id)
      .orderBy('version_id')
      .execute();
    return rows.map(({ version_id, covered_bytes }) => [version_id, covered_bytes]);
  };
  const { headers } = await customer.browser.request({ method: 'HEAD', url });
  await owner.browser.get(url);
  await customer.browser.get(url, { range: 'bytes=0-20' });
  expect(await covered()).toEqual([]);
  const last = Number(headers['content-length']) - 1;
  await customer.browser.get(url, { range: `bytes=0-${last}` });
  await expect.poll(covered).toEqual(versions.map(({ id }, index) => [id, sizes[index]]));
  await writeEvents(setup.context);
  const events = await setup.db
    .selectFrom('events')
    .select(['version_id', 'user_id'])
    .where('project_id', '=', project.id)
    .where('kind', '=', 'zip_downloaded')
    .execute();
  expect(new Set(events.map(({ version_id }) => version_id))).toEqual(new Set(versions.map(({ id }) => id)));
  expect(events.every(({ user_id }) => user_id === customer.id)).toBe(true);
});

test.each([
  ['a word', 'now'],
  ['a day', '2026-11-20'],
  ['a time long ago', '2026-11-01T00:00:00.000Z'],
  ['a time to come', '2026-12-01T00:00:00.000Z'],
  ['64 KB', '2'.repeat(10_000)],
])('%s is not a time that a copy may state', async (_what, taken) => {
  const { project } = await newProject();
  const { statusCode } = await customer.browser.get(`/api/projects/${project.id}/offline/?taken=${taken}`);
  expect(statusCode).toBe(400);
});

test('until every checksum is known a copy has to wait, and none is made if the bytes of a file are lost', async () => {
  const { project, url } = await newProject();
  const { id } = await setup.createVersion({ project });
  const file = await uploadTo(owner.browser, id, randomBytes(100), 'a.bin');
  await setup.db.updateTable('files').set({ crc32: null }).where('id', '=', file.id).execute();
  const waiting = await customer.browser.get(url);
  expect([waiting.statusCode, waiting.headers['retry-after']]).toEqual([409, '5']);
  const storage_key = await setup.storageKeyOf(file.id);
  await setup.context.storage.delete([storage_key]);
  for (const crc of [null, 1]) {
    await setup.db.updateTable('files').set({ crc32: crc }).where('id', '=', file.id).execute();
    for (const method of ['GET', 'HEAD'] as const)
      expect((await customer.browser.request({ method, url })).statusCode).toBe(404);
  }
});

test('a missing picture is left out, and the file is included', async () => {
  const { project, url } = await newProject();
  const { id } = await setup.createVersion({ project });
  const file = await uploadTo(owner.browser, id, PICTURE, 'a.png');
  await setup.runJobs();
  const keys = await setup.db
    .selectFrom('files')
    .select(['thumbnail_medium_key', 'thumbnail_large_key'])
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow();
  await setup.context.storage.delete(Object.values(keys).filter((key) => key !== null));
  const entries = await filesIn(customer.browser, url);
  expect([...entries.keys()]).toContain('Version 1.0/a.png');
  expect(dataIn(entries).versions[0]?.files[0]).toMatchObject({ thumbnail: null, thumbnail_large: null });
});

test('an office document comes with its pages as a pdf, and without them as a file for download only', async () => {
  const { project, url } = await newProject();
  const { id } = await setup.createVersion({ project });
  const file = await uploadTo(owner.browser, id, randomBytes(100), 'offer.docx');
  const [key, pages] = [newStorageKey(), Buffer.from('%PDF-1.7')];
  await setup.context.storage.write(key, bytesOf(pages));
  await setup.db
    .updateTable('files')
    .set({ preview_key: key, preview_bytes: pages.length })
    .where('id', '=', file.id)
    .execute();
  const shown = async () => {
    const entries = await filesIn(customer.browser, url);
    return { entries, shown: dataIn(entries).versions[0]?.files[0] };
  };
  const path = `offline/files/${file.id}-preview.pdf`;
  const whole = await shown();
  expect(whole.shown).toMatchObject({ kind: 'pdf', preview: path, file: 'Version%201.0/offer.docx' });
  expect(whole.entries.get(path)?.bytes.equals(pages)).toBe(true);
  await setup.db
    .updateTable('files')
    .set({ preview_key: newStorageKey() })
    .where('id', '=', file.id)
    .execute();
  expect((await shown()).shown).toMatchObject({ kind: 'other', preview: null });
});

test('if its page cannot be rendered there is no copy, and the log says why', async () => {
  const render = async () => {
    throw new Error('cannot be rendered');
  };
  const broken = await createTestApp({}, { offlinePages: { files: async () => [], render } });
  try {
    const freelancer = await broken.createFreelancer();
    const project = await broken.createProject({ owner: freelancer });
    const answer = await freelancer.browser.get(`/api/projects/${project.id}/offline/`);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toHaveProperty('detail');
    expect(broken.logs.some((line) => JSON.stringify(line).includes('cannot be rendered'))).toBe(true);
  } finally {
    await broken.close();
  }
});

test('a copy contains the promised days, and says when a version kept the last of them', async () => {
  const { project, url } = await newProject();
  await owner.browser.post('/api/milestones/', { project: project.id, name: 'Proof', due_on: '2026-12-04' });
  await owner.browser.patch(`/api/projects/${project.id}/`, { expected_on: '2026-12-24' });
  const days = async () => {
    const text = JSON.stringify(dataIn(await filesIn(customer.browser, url)));
    return ['"due_on":"2026-12-04"', '"expected_on":"2026-12-24"'].map((day) => text.includes(day));
  };
  expect(await days()).toEqual([true, true]);
  await owner.browser.post('/api/versions/', { project: project.id, version_number: '2.0' });
  expect(await days()).toEqual([true, false]);
});
