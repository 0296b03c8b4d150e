import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import type { Person } from '../../testing/factories.ts';
import { uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeDeliveries } from '../deliveries/service.ts';
import { createSummary } from './pdf/receipt-summary.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let ada: Person;
let client: Person;
let project: { id: number };
beforeEach(async () => {
  ({ owner: ada, customer: client, project } = await setup.createDelivery());
});

type Entry = { kind: string; at: string; version_id?: number; file?: string };

const receipt = async () => {
  const { body } = await ada.browser.get(`/api/projects/${project.id}/receipt/`);
  return { body, ...(JSON.parse(body) as { entries: Entry[] }) };
};
const inSeconds = (seconds: number) => new Date(setup.context.now().getTime() + seconds * 1000).toISOString();

async function create(ready_at: string | null): Promise<number> {
  const input = { project: project.id, version_number: 'qzx 2', ready_at };
  return (await ada.browser.post('/api/versions/', input)).json<Version>().id;
}

const set = (id: number, ready_at: string | null) => ada.browser.patch(`/api/versions/${id}/`, { ready_at });
const factsOf = (entries: Entry[], id: number) =>
  entries.filter(({ version_id }) => version_id === id).map(({ kind, at, file }) => [kind, at, file]);

test('a receipt contains nothing of a draft, nor of items added to it and removed', async () => {
  await receipt();
  const id = await create(null);
  const kept = await uploadTo(ada.browser, id, randomBytes(10), 'qzx-kept.bin');
  const gone = await uploadTo(ada.browser, id, randomBytes(10), 'qzx-gone.bin');
  await ada.browser.delete(`/api/files/${gone.id}/`);
  expect((await receipt()).body).not.toContain('qzx');
  const at = setup.context.now().toISOString();
  await set(id, 'now');
  expect(factsOf((await receipt()).entries, id)).toEqual([
    ['version_ready', at, undefined],
    ['file_added', at, kept.name],
  ]);
  const other = await create(null);
  await uploadTo(ada.browser, other, randomBytes(10), 'qzx-never.bin');
  await ada.browser.delete(`/api/versions/${other}/`);
  const { body, entries } = await receipt();
  expect(body).not.toContain('qzx-never');
  expect(factsOf(entries, other)).toEqual([]);
});

test("a scheduled version is listed at its time, before the client's actions in it", async () => {
  const ready = inSeconds(3600);
  const id = await create(ready);
  const file = await uploadTo(ada.browser, id, randomBytes(10), 'early.bin');
  expect((await receipt()).body).not.toContain('qzx');
  setup.advance(4000);
  await client.browser.post('/api/seen/', { kind: 'version_opened', id });
  await client.browser.get(`${file.file}?download=1`);
  const seen = setup.context.now().toISOString();
  setup.advance(60);
  const late = await uploadTo(ada.browser, id, randomBytes(10), 'late.bin');
  const { entries } = await receipt();
  const facts = factsOf(entries, id);
  expect(facts).toHaveLength(4);
  expect(facts).toEqual(
    expect.arrayContaining([
      ['version_ready', ready, undefined],
      ['file_added', ready, 'early.bin'],
      ['seen', seen, undefined],
      ['file_added', setup.context.now().toISOString(), late.name],
    ]),
  );
  const kinds = entries.map(({ kind }) => kind);
  expect(kinds.indexOf('version_ready', kinds.indexOf('ledger_begun') + 2)).toBeLessThan(
    kinds.indexOf('seen'),
  );
  expect(kinds.filter((kind) => kind === 'file_added')).toHaveLength(2);
});

test('a scheduled version is listed in the receipt of its own project alone', async () => {
  const other = await setup.createProject({ owner: ada });
  const ready_at = inSeconds(3600);
  await ada.browser.post('/api/versions/', { project: other.id, version_number: 'qzx other', ready_at });
  const id = await create(ready_at);
  await receipt();
  setup.advance(4000);
  const { body, entries } = await receipt();
  expect(factsOf(entries, id)).toEqual([['version_ready', ready_at, undefined]]);
  expect(body).not.toContain('qzx other');
  expect((await ada.browser.get(`/api/projects/${other.id}/receipt/`)).body).toContain('qzx other');
});

test('a withdrawn version that is ready again is recorded as such, and a deleted file stays deleted', async () => {
  const id = await create('now');
  const kept = await uploadTo(ada.browser, id, randomBytes(10), 'kept.bin');
  const gone = await uploadTo(ada.browser, id, randomBytes(10), 'gone.bin');
  setup.advance(60);
  await set(id, null);
  const hidden = setup.context.now().toISOString();
  await ada.browser.delete(`/api/files/${gone.id}/`);
  await ada.browser.patch(`/api/files/${kept.id}/`, { name: 'secret.bin' });
  const { body, entries } = await receipt();
  expect(body).not.toContain('secret');
  expect(factsOf(entries, id).at(-1)).toEqual(['version_removed', hidden, undefined]);
  setup.advance(60);
  await set(id, 'now');
  const again = (await receipt()).body;
  const lines = again.split('\n').filter((line) => line.startsWith('{"number"'));
  const sum = createSummary([]);
  for (const line of lines) sum.addLine(line.replace(/,$/, ''));
  const version = sum.summary().versions.find(({ number }) => number === 'qzx 2');
  expect(version).toMatchObject({
    removed_at: null,
    files: [
      { name: 'secret.bin', removed_at: null },
      { name: 'gone.bin', removed_at: hidden },
    ],
  });
  // The chain remains valid.
  const hashes = lines.map((line) => createHash('sha256').update(line.replace(/,$/, '')).digest('hex'));
  lines.forEach((line, index) => {
    if (index > 0) expect(line).toContain(`"previous":"${hashes[index - 1]}"`);
  });
});

test('a download follows the version that became visible at its time', async () => {
  await receipt();
  const id = await create(inSeconds(60));
  const file = await uploadTo(ada.browser, id, randomBytes(10), 'early.bin');
  setup.advance(120);
  await client.browser.get(`${file.file}?download=1`);
  await writeDeliveries(setup.context);
  const { entries } = await receipt();
  expect(entries.slice(-3).map(({ kind }) => kind)).toEqual(['version_ready', 'file_added', 'downloaded']);
});

test('a file removed after its scheduled version became visible is listed as added before', async () => {
  await receipt();
  const [id, other] = [await create(inSeconds(60)), await create(inSeconds(60))];
  const gone = await uploadTo(ada.browser, id, randomBytes(10), 'gone.bin');
  await uploadTo(ada.browser, other, randomBytes(10), 'with-it.bin');
  setup.advance(120);
  await ada.browser.delete(`/api/files/${gone.id}/`);
  const { entries } = await receipt();
  expect(factsOf(entries, id).map(([kind]) => kind)).toEqual(['version_ready', 'file_added', 'file_removed']);

  setup.advance(60);
  const late = await create(inSeconds(60));
  setup.advance(120);
  await ada.browser.delete(`/api/versions/${late}/`);
  const after = (await receipt()).entries;
  expect(factsOf(after, late).map(([kind]) => kind)).toEqual(['version_ready', 'version_removed']);
});
