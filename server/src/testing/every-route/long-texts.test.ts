import { StatementSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { isPostgres } from '../../database/connect.ts';
import { TEXT_PAGE_BYTES } from '../../database/pages.ts';
import { sharedTestApp } from '../shared-test-app.ts';
import { mostInATurn } from '@vitrin/engine/testing/turns.ts';

/** Each character takes two bytes in UTF-8. */
const LONG = 'ş'.repeat(80_000);
const PROJECTS = 12;
const PARTS = 6;

let large = 0;
const setup = await sharedTestApp();
const ada = await setup.createFreelancer();
for (let count = 0; count < PROJECTS; count += 1) large = (await setup.createProject({ owner: ada })).id;
const at = '2026-11-20T10:00:00.000Z';
const { db } = setup;
for (let index = 1; index <= PARTS; index += 1) {
  const part = { project_id: large, description: `${index}${LONG}`, created_at: at, edited_at: at };
  await db
    .insertInto('milestones')
    .values({ ...part, name: 'Step', completed: false, position: index })
    .execute();
  await db
    .insertInto('versions')
    .values({ ...part, version_number: `${index}` })
    .execute();
}
await db
  .updateTable('projects')
  .set({ description: LONG, list_description: LONG, text_bytes: 2_000_000, milestones_total: PARTS })
  .execute();

type Answer = { results: { description: string }[] };

const lists = () => [
  { url: '/api/projects/', texts: 10 },
  { url: '/api/projects/?limit=100&ordering=customer', texts: PROJECTS },
  { url: '/api/milestones/', texts: PARTS },
  { url: `/api/milestones/?project=${large}`, texts: PARTS },
  { url: '/api/versions/', texts: PARTS },
  { url: `/api/versions/?project=${large}&files=none`, texts: PARTS },
];

test('lists hold every long description, in their order', async () => {
  for (const { url, texts } of lists()) {
    const { results } = (await ada.browser.get(url)).json<Answer>();
    expect(results.length, url).toBe(texts);
    const numbers = results.map(({ description }) => description.replace(LONG, ''));
    const isOfParts = !url.startsWith('/api/projects/');
    expect(numbers, url).toEqual(results.map((_one, index) => (isOfParts ? String(index + 1) : '')));
  }
  const project = (await ada.browser.get(`/api/projects/${large}/`)).json<
    Record<'milestones' | 'versions', Answer['results']>
  >();
  for (const parts of [project.milestones, project.versions])
    expect(parts.map(({ description }) => description)).toEqual(
      Array.from({ length: PARTS }, (_none, index) => `${index + 1}${LONG}`),
    );
});

type All = (this: StatementSync, ...values: unknown[]) => unknown[];

test('between two turns no more text is read than one page', async () => {
  // PostgreSQL's driver reads rows as the bytes arrive.
  if (isPostgres(setup.db)) return;
  const prototype = StatementSync.prototype as unknown as Record<'all', All>;
  const { all } = prototype;
  for (const url of [...lists().map((list) => list.url), `/api/projects/${large}/`]) {
    const most = await mostInATurn(async (count) => {
      const spy = vi.spyOn(prototype, 'all').mockImplementation(function counted(
        this: StatementSync,
        ...values
      ) {
        const rows = all.apply(this, values);
        for (const row of rows)
          for (const value of Object.values(row as object))
            if (typeof value === 'string') count(Buffer.byteLength(value));
        return rows;
      });
      await ada.browser.get(url);
      spy.mockRestore();
    });
    expect(most, url).toBeGreaterThan(LONG.length);
    expect(most, url).toBeLessThan(1.1 * TEXT_PAGE_BYTES);
  }
});
