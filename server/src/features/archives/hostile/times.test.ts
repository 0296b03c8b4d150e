import { expect, test } from 'vitest';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { importAndWait, sendArchive, exportArchive } from '../../../testing/archives/archive-journeys.ts';
import { changed, entriesOf, type Entry } from '../../../testing/archives/changed-archive.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

/** The records of an archive, with the time in those of one kind replaced. */
function withTime(data: string, record: string, field: string, time: string): string {
  const isOf = (line: string) => line.startsWith(`{"record":"${record}"`);
  const pattern = new RegExp(`"${field}":"[^"]+"`);
  return data
    .split('\n')
    .map((line) => (isOf(line) ? line.replace(pattern, `"${field}":"${time}"`) : line))
    .join('\n');
}

test('a file with a future date in its archive is noted in the ledger when its client sees it', async () => {
  const { owner, version } = await setup.createDelivery();
  await uploadTo(owner.browser, version.id, Buffer.from('plan'), 'plan.bin');
  const soon = new Date(setup.context.now().getTime() + 600_000).toISOString();
  const ahead = (data: string) =>
    withTime(withTime(data, 'version', 'ready_at', soon), 'file', 'created_at', '2099-01-01T00:00:00.000Z');
  const archive = await changed(await entriesOf(await exportArchive(setup, owner)), (all) =>
    all.map(([name, bytes]): Entry => [
      name,
      name === 'data.jsonl' ? Buffer.from(ahead(bytes.toString())) : bytes,
    ]),
  );
  const person = await setup.createFreelancer();
  const { id } = await sendArchive(setup, person, archive);
  expect((await importAndWait(setup, person, id)).state).toBe('done');
  const [project] = (await person.browser.get('/api/projects/')).json<{ results: Project[] }>().results;
  const readReceipt = async () => (await person.browser.get(`/api/projects/${project?.id}/receipt/`)).body;
  // A ledger that has begun records a version with its time of arrival.
  await readReceipt();
  setup.advance(700);
  const { entries } = JSON.parse(await readReceipt()) as { entries: { kind: string; at: string }[] };
  const noted = entries.filter(({ kind }) => kind !== 'ledger_begun').map(({ kind, at }) => [kind, at]);
  expect(noted).toEqual([
    ['version_ready', soon],
    ['file_added', soon],
  ]);
});
