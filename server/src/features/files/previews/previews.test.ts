import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { makeFilm } from '../../../../../test-kit/make-film.ts';
import { createCustomer, type Person } from '../../../testing/factories.ts';
import { uploadTo } from '../../../testing/forms.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { startVersionOnStore } from '../../../testing/version-on-store.ts';
import { makePreview } from './make-preview.ts';

/** Noise in picture and sound, so that no codec makes nothing of it; no browser plays it. */
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:d=2:r=25,noise=alls=40:allf=t'];
const SOUND = ['-f', 'lavfi', '-i', 'anoisesrc=d=2'];
const FILM = makeFilm('old.avi', [...PICTURE, ...SOUND, '-c:v', 'mpeg4', '-q:v', '2']);

test('what is no film has no preview', async () => {
  const { setup, owner, versionId, stop } = await startVersionOnStore('disk');
  const { id } = await uploadTo(owner.browser, versionId, Buffer.from('text'), 'a.txt');
  await setup.runJobs();
  expect((await owner.browser.get(`/api/files/${id}/preview/`)).statusCode).toBe(404);
  await stop();
});

describe.each(['disk', 's3'] as const)('on the %s store', (store) => {
  let setup: TestApp;
  let owner: Person;
  let versionId: number;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ setup, owner, versionId, stop } = await startVersionOnStore(store));
  });
  afterAll(() => stop());

  async function listed(id: number): Promise<ProjectFile> {
    const address = `/api/files/?version=${versionId}`;
    const { results } = (await owner.browser.get(address)).json<{ results: ProjectFile[] }>();
    const file = results.find((one) => one.id === id);
    if (!file) throw new Error('The file is not listed');
    return file;
  }

  async function upload(bytes: Buffer, name: string): Promise<ProjectFile> {
    const { id } = await uploadTo(owner.browser, versionId, bytes, name);
    // Previews of one freelancer come one after the other.
    setup.advance(60);
    await setup.runJobs();
    return listed(id);
  }

  test('a preview takes no storage, goes with its file, and is for nobody else', async () => {
    const usedBy = async () =>
      (await owner.browser.get(`/api/users/${owner.id}/`)).json<{ used_storage: number }>().used_storage;
    const before = await usedBy();
    const file = await upload(FILM, 'mine.avi');
    expect((await usedBy()) - before).toBeCloseTo(FILM.length / 1024 ** 3, 12);
    const other = await createCustomer(setup);
    expect((await other.browser.get(file.preview ?? '')).statusCode).toBe(404);
    const { preview_key } = await setup.db
      .selectFrom('files')
      .select('preview_key')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    await owner.browser.delete(`/api/files/${file.id}/`);
    await setup.runJobs();
    expect(await setup.context.storage.size(preview_key ?? '')).toBeUndefined();
  });

  test('a preview that a stopping server ends is made when it is back', async () => {
    const file = await upload(FILM, 'again.avi');
    const nothing = { preview_key: null, preview_bytes: null, preview_percent: 40 };
    await setup.db.updateTable('files').set(nothing).where('id', '=', file.id).execute();
    const stopping = AbortSignal.abort(new Error('The server stops'));
    await expect(makePreview(setup.context, file.id, stopping)).rejects.toThrow('The server stops');
    expect((await listed(file.id)).preview_percent).toBe(40);
    await makePreview(setup.context, file.id, new AbortController().signal);
    expect((await listed(file.id)).preview).not.toBeNull();
  });
});
