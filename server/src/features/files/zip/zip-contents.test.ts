import { Hash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { PAGE_ROWS } from '../../../database/pages.ts';
import { uploadTo } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { mostInATurn } from '@vitrin/engine/testing/turns.ts';
import { getZipContents } from './zip-contents.ts';

const setup = await sharedTestApp();

async function versionWith(count: number) {
  const owner = await setup.createFreelancer();
  const { id } = await setup.createVersion({ project: await setup.createProject({ owner }) });
  await uploadTo(owner.browser, id, Buffer.from('x'), 'a.txt');
  const row = await setup.db
    .selectFrom('files')
    .selectAll()
    .where('version_id', '=', id)
    .executeTakeFirstOrThrow();
  const { id: _id, ...file } = row;
  const others = Array.from({ length: count - 1 }, (_none, index) => ({
    ...file,
    storage_key: `${index}-${file.storage_key}`,
  }));
  for (let start = 0; start < others.length; start += PAGE_ROWS)
    await setup.db
      .insertInto('files')
      .values(others.slice(start, start + PAGE_ROWS))
      .execute();
  return { owner, id };
}

test('all readers of an archive share its list of entries, until a file is added or deleted', async () => {
  const { owner, id } = await versionWith(3);
  const readers = await Promise.all(
    Array.from({ length: 5 }, () => getZipContents(setup.context, { versionId: id })),
  );
  const later = await getZipContents(setup.context, { versionId: id });
  expect(readers.every((one) => one === later)).toBe(true);
  expect(later).toMatchObject({ files: [{ size: 1 }, { size: 1 }, { size: 1 }] });

  await uploadTo(owner.browser, id, Buffer.from('new'), 'b.txt');
  const changed = await getZipContents(setup.context, { versionId: id });
  expect(changed).not.toBe(later);
  expect(changed).toMatchObject({ files: [{}, {}, {}, { size: 3 }] });
});

test('the rows of two archives are in memory at once, and those of others wait', async () => {
  const { id } = await versionWith(1);
  let reading = 0;
  let most = 0;
  const db = setup.db.withPlugin({
    transformQuery: ({ node }) => {
      reading += 1;
      most = Math.max(most, reading);
      return node;
    },
    transformResult: async ({ result }) => {
      await new Promise(setImmediate);
      reading -= 1;
      return result;
    },
  });
  const context = { ...setup.context, db };
  const all = await Promise.all(Array.from({ length: 10 }, () => getZipContents(context, { versionId: id })));
  expect(new Set(all.map((one) => one && 'etag' in one && one.etag)).size).toBe(1);
  expect(most).toBe(2);
});

type Update = (this: Hash, ...given: unknown[]) => Hash;

test('the rows of a large archive are hashed at most a page at a time between two turns', async () => {
  const { id } = await versionWith(3 * PAGE_ROWS);
  const most = await mostInATurn(async (count) => {
    const prototype = Hash.prototype as unknown as Record<'update', Update>;
    const { update } = prototype;
    const spy = vi.spyOn(prototype, 'update').mockImplementation(function counted(this: Hash, ...given) {
      // Others hash meanwhile, such as a driver that names its statements.
      if (/^\d+\/a/.test(String(given[0]))) count();
      return update.apply(this, given);
    });
    await getZipContents(setup.context, { versionId: id });
    spy.mockRestore();
  });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(PAGE_ROWS);
});

test('the rows of a large archive become entries at most a page at a time between two turns', async () => {
  const { id } = await versionWith(3 * PAGE_ROWS);
  const most = await mostInATurn(async (count) => {
    /** The rows with a time that counts how often it is read: pages differ by that of their last row. */
    const db = setup.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => ({
        ...result,
        rows: result.rows.map((row) => {
          const { created_at } = row;
          return Object.defineProperty({ ...row }, 'created_at', {
            get: () => {
              count();
              return created_at;
            },
          });
        }),
      }),
    });
    await getZipContents({ ...setup.context, db }, { versionId: id });
  });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(PAGE_ROWS);
});
