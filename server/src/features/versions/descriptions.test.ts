import { expect, test } from 'vitest';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

/** Every call that writes a description, and the other fields it needs. */

const setup = await sharedTestApp();
const ada = await setup.createFreelancer();
const client = await setup.createCustomer({ owner: ada });
const eve = await setup.createFreelancer();
const project = await setup.createProject({ owner: ada, customer: client });
const milestone = await setup.createMilestone({ project });
const version = await setup.createVersion({ project });
const ofProject = { project: project.id };
/** Every call that writes a description, and the other fields it needs. */
const targets: { address: string; method: 'POST' | 'PATCH'; needed: object }[] = [
  { address: `/api/projects/${project.id}/`, method: 'PATCH', needed: {} },
  { address: `/api/milestones/${milestone.id}/`, method: 'PATCH', needed: {} },
  { address: `/api/versions/${version.id}/`, method: 'PATCH', needed: {} },
  { address: '/api/milestones/', method: 'POST', needed: { name: 'x', ...ofProject } },
  { address: '/api/versions/', method: 'POST', needed: { version_number: '1', ...ofProject } },
];

/** Short enough as sent, but too long once its characters are escaped. */
const GROWING = '&'.repeat(30_000);

function write(person: Person, target: (typeof targets)[number], description: string) {
  const { address: url, method, needed } = target;
  return person.browser.request({ method, url, payload: { ...needed, description } });
}

test('only a request of the owner makes the server parse a text', async () => {
  for (const target of targets) {
    expect((await write(ada, target, GROWING)).statusCode).toBe(400);
    expect((await write(client, target, GROWING)).statusCode).toBe(403);
    expect((await write(eve, target, GROWING)).statusCode).toBe(404);
  }
});

test('all other fields of an object with an older, longer text can be changed', async () => {
  const description = `<p>${'x'.repeat(120_000)}</p>`;
  const tables = [
    ['projects', 'name'],
    ['milestones', 'name'],
    ['versions', 'version_number'],
  ] as const;
  for (const [index, [table, field]] of tables.entries()) {
    const { address = '' } = targets[index] ?? {};
    const id = Number(/\d+/.exec(address)?.[0]);
    await setup.context.db.updateTable(table).set({ description }).where('id', '=', id).execute();
    for (const method of ['PUT', 'PATCH'] as const) {
      const changed = await ada.browser.request({ method, url: address, payload: { [field]: method } });
      expect([changed.statusCode, changed.json()]).toMatchObject([200, { [field]: method, description }]);
    }
    await setup.context.db.updateTable(table).set({ description: '' }).where('id', '=', id).execute();
  }
});

test('a text of 100000 characters is kept whole, a longer one refused at its field', async () => {
  const text = `<p>${'x'.repeat(100_000 - 7)}</p>`;
  for (const target of targets) {
    const kept = await write(ada, target, text);
    expect(kept.statusCode).toBeLessThan(300);
    expect(kept.json<{ description: string }>().description).toBe(text);
    const refused = await write(ada, target, `${text}x`);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({ description: ['Use at most 100000 characters.'] });
  }
});
