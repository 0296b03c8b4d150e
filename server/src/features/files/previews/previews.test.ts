import { describe, expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { makeFilm } from '../../../../../test-kit/make-film.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { Person } from '../../../testing/factories.ts';
import { listedFile, uploadTo } from '../../../testing/forms.ts';
import { USUAL_STORE, versionOnStore } from '../../../testing/version-on-store.ts';
import { makePreview } from './make-preview.ts';

/** Not every browser plays it. A sound has a preview as a film has one, and takes half the time. */
const SOUND = makeFilm('studio.aiff', ['-f', 'lavfi', '-i', 'anoisesrc=d=1']);

const { setup, owner, versionId } = await versionOnStore();

describe(`on the ${USUAL_STORE} store`, () => {
  const listed = (id: number) => listedFile(owner.browser, versionId, id);

  async function upload(bytes: Buffer, name: string): Promise<ProjectFile> {
    const { id } = await uploadTo(owner.browser, versionId, bytes, name);
    await setup.runJobs();
    return listed(id);
  }

  test('what is no film has no preview', async () => {
    const { id } = await upload(Buffer.from('text'), 'a.txt');
    expect((await owner.browser.get(`/api/files/${id}/preview/`)).statusCode).toBe(404);
  });

  test('after a preview of one freelancer those of others come first, however long it took', async () => {
    const other = await setup.createFreelancer();
    const { id: otherVersion } = await setup.createVersion({
      project: await setup.createProject({ owner: other }),
    });
    const waits = async (person: Person, version: number, name: string) => {
      const { id } = await uploadTo(person.browser, version, Buffer.from(name), `${name}.txt`);
      await setup.db
        .updateTable('files')
        .set({ preview_percent: 0, duration_ms: 1000 })
        .where('id', '=', id)
        .execute();
      await enqueue(setup.context, 'make-preview', { file_id: id });
      setup.advance(600);
      return id;
    };
    const first = await waits(owner, versionId, 'first');
    const second = await waits(owner, versionId, 'second');
    const third = await waits(owner, versionId, 'third');
    const theirs = await waits(other, otherVersion, 'theirs');
    const waiting = async () => {
      const jobs = await setup.db
        .selectFrom('jobs')
        .select('payload')
        .where('kind', '=', 'make-preview')
        .orderBy('run_at')
        .orderBy('id')
        .execute();
      return jobs.map(({ payload }) => payload);
    };
    const payloads = (...ids: number[]) => ids.map((id) => JSON.stringify({ file_id: id }));
    expect(await waiting()).toEqual(payloads(first, second, third, theirs));
    // It is no film, so that its preview ends at once.
    await makePreview(setup.context, first, new AbortController().signal);
    expect(await waiting()).toEqual(payloads(first, theirs, second, third));
    await setup.runJobs();
    expect(await waiting()).toEqual([]);
  });

  test('a preview takes no storage, is made anew where a stopping server ends it, goes with its file, and is for nobody else', async () => {
    const usedBy = async () =>
      (await owner.browser.get(`/api/users/${owner.id}/`)).json<{ used_storage: number }>().used_storage;
    const before = await usedBy();
    const file = await upload(SOUND, 'mine.aiff');
    expect((await usedBy()) - before).toBeCloseTo(SOUND.length / 1024 ** 3, 12);
    const other = await setup.createCustomer();
    expect((await owner.browser.get(file.preview ?? '')).statusCode).toBe(200);
    expect((await other.browser.get(file.preview ?? '')).statusCode).toBe(404);

    const nothing = { preview_key: null, preview_bytes: null, preview_percent: 40 };
    await setup.db.updateTable('files').set(nothing).where('id', '=', file.id).execute();
    const stopping = AbortSignal.abort(new Error('The server stops'));
    await expect(makePreview(setup.context, file.id, stopping)).rejects.toThrow('The server stops');
    expect((await listed(file.id)).preview_percent).toBe(40);
    await makePreview(setup.context, file.id, new AbortController().signal);
    expect((await listed(file.id)).preview).not.toBeNull();

    const { preview_key } = await setup.db
      .selectFrom('files')
      .select('preview_key')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    expect(await setup.context.storage.size(preview_key ?? '')).toBeGreaterThan(0);
    await owner.browser.delete(`/api/files/${file.id}/`);
    await setup.runJobs();
    expect(await setup.context.storage.size(preview_key ?? '')).toBeUndefined();
  });
});
