import { describe, expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { makeFilm } from '../../../../../test-kit/make-film.ts';
import { listedFile, uploadTo } from '../../../testing/forms.ts';
import { USUAL_STORE, versionOnStore } from '../../../testing/version-on-store.ts';
import { makePreview } from './make-preview.ts';

/** Not every browser plays this file. A sound has a preview like a film, and takes half the time. */
const SOUND = makeFilm('studio.aiff', ['-f', 'lavfi', '-i', 'anoisesrc=d=1']);

const { setup, owner, versionId } = await versionOnStore();

describe(`on the ${USUAL_STORE} store`, () => {
  const listed = (id: number) => listedFile(owner.browser, versionId, id);

  async function upload(bytes: Buffer, name: string): Promise<ProjectFile> {
    const { id } = await uploadTo(owner.browser, versionId, bytes, name);
    await setup.runJobs();
    return listed(id);
  }

  test('a file that is no film has no preview', async () => {
    const { id } = await upload(Buffer.from('text'), 'a.txt');
    expect((await owner.browser.get(`/api/files/${id}/preview/`)).statusCode).toBe(404);
  });

  test('a preview uses no storage, is made again after a server stopped, is deleted with its file, and is hidden from other users', async () => {
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
