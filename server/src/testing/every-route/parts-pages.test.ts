import { describe, expect, test } from 'vitest';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Person } from '../factories.ts';
import { sharedTestApp } from '../shared-test-app.ts';

const setup = await sharedTestApp();
const owner = await setup.createFreelancer();
const customer = await setup.createCustomer({ owner });
const stranger = await setup.createFreelancer();
for (let index = 0; index < 3; index += 1) {
  const project = await setup.createProject({ owner, customer });
  for (let part = 0; part < 4; part += 1) {
    await setup.createMilestone({ project });
    const version = await setup.createVersion({ project });
    await setup.createFile({ version });
    const link = { title: 'Film', address: 'https://vimeo.com/1', version: version.id };
    await owner.browser.post('/api/links/', link);
  }
}

type Thing = { id: number };

describe.each(['/api/milestones/', '/api/versions/', '/api/files/', '/api/links/'])(
  '%s without a filter',
  (list) => {
    const page = async ({ browser }: Person, address = list) =>
      (await browser.get(address)).json<Page<Thing>>();

    test('returns all that is visible if it fits, each once', async () => {
      for (const person of [owner, customer]) {
        const { count, results, next, previous } = await page(person);
        expect([count, next, previous]).toEqual([12, null, null]);
        expect(new Set(results.map(({ id }) => id)).size).toBe(12);
      }
      expect(await page(stranger)).toEqual({ count: 0, next: null, previous: null, results: [] });
    });

    test('is read page by page along next, in the same order', async () => {
      const whole = await page(owner);
      const read: Thing[] = [];
      let next: string | null = `${list}?limit=5`;
      let pages = 0;
      while (next !== null) {
        expect(next.startsWith(list)).toBe(true);
        const answer: Page<Thing> = await page(owner, next);
        read.push(...answer.results);
        next = answer.next;
        pages += 1;
      }
      expect(pages).toBe(3);
      expect(read).toEqual(whole.results);
    });

    test('refuses a page beyond the last', async () => {
      expect((await owner.browser.get(`${list}?page=2`)).statusCode).toBe(404);
      expect((await owner.browser.get(`${list}?page=nothing`)).statusCode).toBe(404);
    });
  },
);

test('a page has 500 at most, whatever the limit is', async () => {
  const busy = await setup.createFreelancer();
  const at = '2026-11-20T10:00:00.000Z';
  for (let index = 0; index < 2; index += 1) {
    const { id: project_id } = await setup.createProject({ owner: busy });
    const version = { project_id, version_number: '1', description: '', created_at: at, edited_at: at };
    await setup.db
      .insertInto('versions')
      .values(Array.from({ length: 300 }, () => version))
      .execute();
  }
  for (const query of ['', '?limit=501', '?limit=100000']) {
    const { results, count, next } = (await busy.browser.get(`/api/versions/${query}`)).json<Page<Thing>>();
    expect([results.length, count]).toEqual([500, 600]);
    expect(next).toContain('/api/versions/?');
  }
  const { project_id } = await setup.db
    .selectFrom('versions')
    .select('project_id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const one = (await busy.browser.get(`/api/versions/?project=${project_id}&limit=2`)).json<Page<Thing>>();
  expect([one.results.length, one.next]).toEqual([300, null]);
});

test('versions also leave out their files on the next page', async () => {
  const { next } = (await owner.browser.get('/api/versions/?files=none&limit=5')).json<Page<Thing>>();
  expect(next).toContain('files=none');
});
