import type { Project } from '@vitrin/shared/contract/projects.ts';
import { expect, test } from 'vitest';
import * as movePicturesMigration from '../../database/migrations/0001-0019/0014-move-pictures.ts';
import { addressesIn, dataAddress, drawn } from '../../testing/pictures.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const ada = await setup.createFreelancer();
const client = await setup.createCustomer({ owner: ada });

/** Runs the jobs that migrating a database of an earlier release enqueues. */
async function migrate(): Promise<void> {
  await movePicturesMigration.up(setup.db);
  const run_at = setup.context.now().toISOString();
  await setup.db.updateTable('jobs').set({ run_at }).where('kind', '=', 'move-pictures').execute();
}

test('pictures of earlier releases move out of all texts, and nothing else changes', async () => {
  const picture = dataAddress(await drawn());
  const unreadable = dataAddress(Buffer.from('no picture'));
  const long = 'x'.repeat(200_000);
  const old = `<p>${long}<img alt="&quot;a&gt;" src="${picture}" loading="lazy" />${picture}<img src="${unreadable}" /></p>`;
  const texts: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    const project = await setup.createProject({ owner: ada, customer: client });
    const milestone = await setup.createMilestone({ project });
    const version = await setup.createVersion({ project });
    for (const [table, { id }] of [
      ['projects', project],
      ['milestones', milestone],
      ['versions', version],
    ] as const) {
      await setup.db.updateTable(table).set({ description: old }).where('id', '=', id).execute();
      texts.push(`/api/projects/${project.id}/`);
    }
  }
  const list = async () => (await client.browser.get('/api/projects/?limit=100')).body;
  const before = await list();
  await migrate();
  await setup.runJobs();
  // Runs again as after a crash half-way, and once more with nothing left to do.
  await migrate();
  await setup.runJobs();
  expect(await list()).toBe(before);
  for (const address of new Set(texts)) {
    const project = (await client.browser.get(address)).json<{
      description: string;
      milestones: { description: string }[];
      versions: { description: string }[];
    }>();
    for (const { description } of [project, ...project.milestones, ...project.versions]) {
      const [moved = '', left] = [/src="(\/api[^"]*)"/.exec(description)?.[1], addressesIn(description)[0]];
      expect((await client.browser.get(moved)).statusCode).toBe(200);
      expect(left).toBe(unreadable);
      expect(description).toBe(old.replace(picture, moved));
    }
  }
  expect(await setup.db.selectFrom('pictures').select('id').execute()).toHaveLength(36);
  for (const { id, name, text_bytes } of await setup.db.selectFrom('projects').selectAll().execute()) {
    const { description, milestones, versions } = (
      await client.browser.get(`/api/projects/${id}/`)
    ).json<Project>();
    const texts = [name, description]
      .concat(milestones.flatMap((milestone) => [milestone.name, milestone.description]))
      .concat(versions.flatMap((version) => [version.version_number, version.description]));
    expect(text_bytes).toBe(Buffer.byteLength(texts.join('')));
  }
});
