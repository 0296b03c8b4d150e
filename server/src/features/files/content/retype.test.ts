import { expect, test } from 'vitest';
import { makeFilm } from '../../../../../test-kit/make-film.ts';
import { up } from '../../../database/migrations/0060-0079/0074-types-by-streams.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { listedFile, uploadTo } from '../../../testing/forms.ts';
import { retypeFiles } from './retype.ts';
import { versionOnStore } from '../../../testing/version-on-store.ts';

const { setup, owner, versionId } = await versionOnStore();
const listed = (id: number) => listedFile(owner.browser, versionId, id);

const SOUND = makeFilm('voice.mp4', ['-f', 'lavfi', '-i', 'anoisesrc=d=5', '-b:a', '192k']);

test('a sound in an mp4 is a sound as soon as it is uploaded, and shows its waveform', async () => {
  const file = await uploadTo(owner.browser, versionId, SOUND, 'voice.mp4');
  expect([file.file_type, file.kind, file.is_video]).toEqual(['audio/mp4', 'audio', false]);
  const { headers } = await owner.browser.get(file.file);
  expect([headers['content-type'], headers['content-disposition']]).toEqual([
    'audio/mp4',
    'inline; filename=voice.mp4',
  ]);
  await setup.runJobs();
  const drawn = await listed(file.id);
  expect(drawn.duration).toBeCloseTo(5, 0);
  expect((await owner.browser.get(drawn.picture ?? '')).headers['content-type']).toBe('image/webp');
});

test('existing files are typed by their content, and redrawn if that changes them', async () => {
  const sound = await uploadTo(owner.browser, versionId, SOUND, 'old.mp4');
  const film = await uploadTo(
    owner.browser,
    versionId,
    makeFilm('film.mp4', ['-f', 'lavfi', '-i', 'testsrc2=s=64x36:d=1']),
    'film.mp4',
  );
  await setup.runJobs();
  const readRows = () =>
    setup.db
      .selectFrom('files')
      .select(['id', 'whole_key', 'thumbnail_key', 'derived_round'])
      .where('id', 'in', [sound.id, film.id])
      .orderBy('id')
      .execute();
  const before = await readRows();
  // The state that an earlier release left.
  await setup.db.updateTable('files').set({ media_type: 'video/mp4' }).where('id', '=', sound.id).execute();
  await enqueue(setup.context, 'retype-files', { after: sound.id - 1 });
  await setup.runJobs();
  // Objects are deleted in a lane that had its turn before.
  await setup.runJobs();
  const after = await listed(sound.id);
  expect([after.file_type, after.kind]).toEqual(['audio/mp4', 'audio']);
  const rows = await readRows();
  expect(rows[1]).toEqual(before[1]);
  expect(rows[0]?.derived_round).toBe(1);
  const old = before[0]?.whole_key ?? '';
  expect(await setup.context.storage.size(old)).toBeUndefined();
  expect(await setup.context.storage.size(rows[0]?.whole_key ?? '')).toBeGreaterThan(0);
});

test('an update types existing files, each in the turns of its freelancer', async () => {
  const { id } = await uploadTo(owner.browser, versionId, SOUND, 'voice.mp4');
  await setup.runJobs();
  const jobsOf = (kind: string) =>
    setup.db.selectFrom('jobs').select(['payload', 'tenant']).where('kind', '=', kind).execute();
  await up(setup.db);
  expect(await jobsOf('retype-files')).toEqual([{ payload: '{"after":0}', tenant: '' }]);
  await retypeFiles(setup.context, id - 1);
  expect(await jobsOf('retype-file')).toEqual([
    { payload: JSON.stringify({ file_id: id }), tenant: `user ${owner.id}` },
  ]);
  await setup.db.deleteFrom('jobs').where('kind', 'like', 'retype-%').execute();
});

test('an existing file without bytes stays as it is', async () => {
  const { id } = await uploadTo(owner.browser, versionId, SOUND, 'lost.mp4');
  await setup.runJobs();
  const { storage_key } = await setup.db
    .updateTable('files')
    .set({ media_type: 'video/mp4' })
    .where('id', '=', id)
    .returning('storage_key')
    .executeTakeFirstOrThrow();
  await setup.context.storage.delete([storage_key]);
  await enqueue(setup.context, 'retype-file', { file_id: id });
  await setup.runJobs();
  expect((await listed(id)).file_type).toBe('video/mp4');
  expect(await setup.db.selectFrom('jobs').select('id').where('kind', 'like', 'retype%').execute()).toEqual(
    [],
  );
});
