import { globSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { inviteCustomer } from '../../test-kit/accounts.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';

const MILESTONES = 5;
const VERSIONS = 3;
const PROJECTS = 25;
const EMPTY_PROJECTS = 360;

/** SQL that puts everybody on the Enterprise plan, which has no limits; the same on both databases. */
export const UNLIMITED_PLAN = `update subscriptions set plan_id = (select max(id) from plans),
  current_period_end = '2099-01-01T00:00:00.000Z'`;

/** The newest project stays as it was made; `scratch` is the oldest, for writes and uploads. */
type Seeded = SeededProject & { scratch: SeededProject };
type SeededProject = { projectId: number; versionId: number };

/** Creates empty projects for the milestones of a measurement: one holds 500 at most. Returns their ids. */
export async function seedEmptyProjects(freelancer: ApiSession): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 1; n <= EMPTY_PROJECTS; n += 1)
    ids.push(
      (await freelancer.expectCall<Project>(201, 'POST', '/api/projects/', { name: `Empty ${n}` })).id,
    );
  return ids;
}

/** Creates projects through the API, each with milestones, versions and a small file; returns the newest one. */
export async function seedProjects(freelancer: ApiSession): Promise<Seeded> {
  const customer = await inviteCustomer(freelancer, 'client');
  const samples: SeededProject[] = [];
  for (let n = 1; n <= PROJECTS; n += 1) {
    const project = await freelancer.expectCall<Project>(201, 'POST', '/api/projects/', {
      name: `Campaign number ${n}`,
      description: '<p>Posters, a film and a small site for the summer.</p>',
      customer_id: customer.id,
    });
    for (let m = 1; m <= MILESTONES; m += 1)
      await freelancer.expectCall<Milestone>(201, 'POST', '/api/milestones/', {
        name: `Step ${m}`,
        description: '',
        completed: m <= n % MILESTONES,
        project: project.id,
        order: m,
      });
    let versionId = 0;
    for (let v = 1; v <= VERSIONS; v += 1) {
      const form = new FormData();
      form.set('version_number', `1.${v}`);
      form.set('description', '<p>First round of drafts.</p>');
      form.set('project', String(project.id));
      const version = await freelancer.expectCall<Version>(201, 'POST', '/api/versions/', form);
      await uploadFile(freelancer, version.id, 'notes.txt', Buffer.from('notes'));
      versionId = version.id;
    }
    samples.push({ projectId: project.id, versionId });
  }
  const [scratch, newest] = [samples[0], samples.at(-1)];
  if (!scratch || !newest) throw new Error('nothing was made');
  return { ...newest, scratch };
}

/** The SQLite file in a DATA_DIR; the server must be stopped. */
export function openDatabase(dataDir: string): DatabaseSync {
  return new DatabaseSync(databaseFile(dataDir));
}

export function databaseFile(dataDir: string): string {
  const file = globSync('*.sqlite', { cwd: dataDir }).find((name) => name !== 'lock.sqlite');
  if (!file) throw new Error(`no database in ${dataDir}`);
  return path.join(dataDir, file);
}

/** Other freelancers with 100 projects of 5 milestones each, written straight into the database. */
export function addOtherPeoplesProjects(dataDir: string, projects: number): void {
  const db = openDatabase(dataDir);
  const at = '2026-01-01T00:00:00.000Z';
  db.exec('pragma synchronous = off; begin');
  const insertUser = db.prepare(
    `insert into users (username, username_key, name_key, user_type, language, created_at)
     values (?1, ?1, ?1, 'freelancer', 'en', '${at}') returning id`,
  );
  const insertProject = db.prepare(
    `insert into projects (owner_id, name, name_key, description, list_description, created_at, last_updated, edited_at)
     values (?1, ?2, ?2, '', '', '${at}', '${at}', '${at}') returning id`,
  );
  const insertMilestone = db.prepare(
    `insert into milestones (project_id, name, description, completed, position, created_at, edited_at)
     values (?, 'Step', '', 0, ?, '${at}', '${at}')`,
  );
  for (let n = 0; n < projects / 100; n += 1) {
    const { id: owner } = insertUser.get(`other-${n}`) as { id: number };
    for (let p = 0; p < 100; p += 1) {
      const { id: project } = insertProject.get(owner, `Project ${n}-${p}`) as { id: number };
      for (let m = 1; m <= MILESTONES; m += 1) insertMilestone.run(project, m);
    }
  }
  db.exec('commit; pragma wal_checkpoint(truncate); analyze');
  db.close();
}

/** SQL that gives many other people projects on PostgreSQL; runs there, so that no rows are sent. */
export function otherPeoplesProjectsOnPostgres(projects: number): string {
  const at = '2026-01-01T00:00:00.000Z';
  return `
    with others as (
      insert into users (username, username_key, name_key, user_type, language, created_at)
      select 'other-' || n, 'other-' || n, 'other-' || n, 'freelancer', 'en', '${at}'
      from generate_series(1, ${projects / 100}) n returning id
    ), theirs as (
      insert into projects (owner_id, name, name_key, description, list_description, created_at, last_updated, edited_at)
      select others.id, 'Project ' || n, 'project ' || n, '', '', '${at}', '${at}', '${at}'
      from others, generate_series(1, 100) n returning id
    )
    insert into milestones (project_id, name, description, completed, position, created_at, edited_at)
    select theirs.id, 'Step', '', false, m, '${at}', '${at}' from theirs, generate_series(1, ${MILESTONES}) m`;
}
