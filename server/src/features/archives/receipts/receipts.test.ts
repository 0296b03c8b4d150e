import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { ImportedReceipts } from '@vitrin/shared/contract/archives.ts';
import { newStorageKey } from '@vitrin/engine/storage/storage.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

test('a project lists, gives and deletes its own imported receipts, and those of another project stay', async () => {
  const owner = await setup.createFreelancer();
  const [first, second] = [await setup.createProject({ owner }), await setup.createProject({ owner })];
  const texts = new Map([
    [first.id, 'of the first'],
    [second.id, 'of the second one'],
  ]);
  for (const [project_id, text] of texts) {
    const storage_key = newStorageKey();
    await setup.context.storage.write(storage_key, Readable.from([Buffer.from(text)]));
    const brought_at = setup.context.now().toISOString();
    const receipt = { number: 1, storage_key, size_bytes: text.length, sha256: text, brought_at };
    await setup.db
      .insertInto('brought_receipts')
      .values({ project_id, ...receipt })
      .execute();
  }
  const address = (id: number) => `/api/projects/${id}/brought-receipts/`;
  const bodyOf = async (id: number) => (await owner.browser.get(`${address(id)}1/`)).body;
  for (const [id, text] of texts) {
    const { results } = (await owner.browser.get(address(id))).json<ImportedReceipts>();
    expect(results.map(({ size }) => size)).toEqual([text.length]);
    expect(await bodyOf(id)).toBe(text);
  }
  expect((await owner.browser.delete(`/api/projects/${first.id}/`)).statusCode).toBe(204);
  await setup.runJobs();
  expect(await bodyOf(second.id)).toBe('of the second one');
});
