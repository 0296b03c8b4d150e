import { expect, test } from 'vitest';
import { type ChangedFile, MAX_FILES_AT_ONCE } from '@vitrin/shared/contract/files.ts';
import { fakeServer } from '../../../../testing/fake-server.ts';
import { PICTURE } from '../../../../testing/projects.ts';
import { changeFiles } from './change-files.ts';

const FILES = Array.from({ length: 2 * MAX_FILES_AT_ONCE + 1 }, (_none, index) => ({
  ...PICTURE,
  id: index + 1,
  caption: index === 0 ? 'Dawn' : '',
}));

test('more files than one request allows are changed by several requests, and undone likewise', async () => {
  let files = FILES;
  const sent: ChangedFile[][] = [];
  fakeServer({
    'GET /api/files/': () => ({ body: { count: files.length, next: null, previous: null, results: files } }),
    'PATCH /api/files/': ({ body }) => {
      const changes = (body as { files: ChangedFile[] }).files;
      sent.push(changes);
      const captions = new Map(changes.map(({ id, caption = '' }) => [id, caption]));
      files = files.map((file) => ({ ...file, caption: captions.get(file.id) ?? file.caption }));
      return { body: { files: files.filter(({ id }) => captions.has(id)) } };
    },
  });
  // The first file has the caption already.
  const done = await changeFiles(
    5,
    FILES,
    FILES.map(({ id }) => ({ id, caption: 'Dawn' })),
  );
  expect(done?.count).toBe(2 * MAX_FILES_AT_ONCE);
  expect(sent.map((changes) => changes.length)).toEqual([MAX_FILES_AT_ONCE, MAX_FILES_AT_ONCE]);
  expect(await done?.undo()).toEqual({ kept: 0 });
  expect(sent.slice(2).map((changes) => changes.length)).toEqual([MAX_FILES_AT_ONCE, MAX_FILES_AT_ONCE]);
  expect(sent[2]?.[0]).toEqual({ id: 2, caption: '', was: { caption: 'Dawn' } });
  expect(files).toEqual(FILES);
});
