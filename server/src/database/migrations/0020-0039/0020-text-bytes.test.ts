import { expect, test } from 'vitest';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { up } from './0020-text-bytes.ts';

const setup = await sharedTestApp();

const bytesOf = (...texts: string[]) => Buffer.byteLength(texts.join(''));

test('existing rows get the bytes of their texts, and keep them right afterwards', async () => {
  const { db } = setup;
  const owner = await setup.createFreelancer();
  const full = await setup.createProject({ owner, name: 'Şirket 🎬' });
  const empty = await setup.createProject({ owner, name: 'ş' });
  const post = async (path: string, payload: object) => {
    const response = await owner.browser.post(`/api/${path}/`, { project: full.id, ...payload });
    expect(response.statusCode).toBe(201);
    return response.json<{ id: number }>().id;
  };
  const description = '<p>çok güzel</p>';
  await db.updateTable('projects').set({ description }).where('id', '=', full.id).execute();
  await db.updateTable('projects').set({ description: '' }).where('id', '=', empty.id).execute();
  const milestone = await post('milestones', { name: 'Başla', description });
  await post('milestones', { name: 'End', description: '' });
  const version = await post('versions', { version_number: '1.0 β', description });

  // Restores the tables of the previous release.
  for (const [table, index] of [
    ['milestones', 'milestones_text_bytes'],
    ['versions', 'versions_text_bytes'],
    ['projects', 'projects_owner_text_bytes'],
  ] as const) {
    await db.schema.dropIndex(index).execute();
    await db.schema.alterTable(table).dropColumn('text_bytes').execute();
  }

  await db.transaction().execute((tx) => up(tx as unknown as Parameters<typeof up>[0]));

  const textBytes = async (table: 'projects' | 'milestones' | 'versions', id: number) => {
    const query = db.selectFrom(table).select('text_bytes').where('id', '=', id);
    return (await query.executeTakeFirstOrThrow()).text_bytes;
  };
  const [first, second, third] = [
    bytesOf('Başla', description),
    bytesOf('End'),
    bytesOf('1.0 β', description),
  ];
  expect(await textBytes('milestones', milestone)).toBe(first);
  expect(await textBytes('versions', version)).toBe(third);
  expect(await textBytes('projects', full.id)).toBe(
    bytesOf('Şirket 🎬', description) + first + second + third,
  );
  expect(await textBytes('projects', empty.id)).toBe(bytesOf('ş'));

  const changed = await owner.browser.patch(`/api/milestones/${milestone}/`, { name: 'Bitti' });
  expect(changed.statusCode).toBe(200);
  expect(await textBytes('milestones', milestone)).toBe(bytesOf('Bitti', description));
});
