import type { ApiSession } from '../../test-kit/api-session.ts';
import type { Product } from '../../test-kit/product.ts';
import { compare, isWanted, ROUND_MS } from './compare.ts';
import { httpRequest } from './load.ts';
import { headersOf, portOf } from './requests.ts';
import { openDatabase } from './seed.ts';

const INSERTS = 'create a milestone at place 6 of 400 to 500, 1 connection';
const PROJECTS = 240;
/** Milestones of each earlier project; a project holds at most 500. */
const MILESTONES = 400;
const CREATED_PER_PROJECT = 95;

/** Projects of a freelancer with many milestones each, written straight into the database. Returns their ids. */
export function addLongProjects(dataDir: string, username: string): number[] {
  if (!isWanted(INSERTS)) return [];
  const db = openDatabase(dataDir);
  const at = '2026-01-01T00:00:00.000Z';
  const insertProject = db.prepare(
    `insert into projects (owner_id, name, name_key, description, list_description, created_at, last_updated, edited_at)
     select id, ?1, ?1, '', '', '${at}', '${at}', '${at}' from users where username = ?2 returning id`,
  );
  const insertMilestone = db.prepare(
    `insert into milestones (project_id, name, description, completed, position, created_at, edited_at)
     values (?, 'Step', '', 0, ?, '${at}', '${at}')`,
  );
  db.exec('pragma synchronous = off; begin');
  const ids = Array.from({ length: PROJECTS }, (_, n) => {
    const { id } = insertProject.get(`long ${n}`, username) as { id: number };
    for (let position = 1; position <= MILESTONES; position += 1) insertMilestone.run(id, position);
    return id;
  });
  db.exec('commit; pragma wal_checkpoint(truncate); analyze');
  db.close();
  return ids;
}

/** Compares inserting a milestone among many with appending one. */
export async function measureInserts(
  product: Product,
  session: ApiSession,
  projects: readonly number[],
): Promise<void> {
  const { pid } = product;
  const requests = (ids: readonly number[], order: { order?: number }) => {
    let made = 0;
    return () => {
      const project = ids[Math.floor(made / CREATED_PER_PROJECT)];
      if (project === undefined) throw new Error('The projects are full of milestones');
      made += 1;
      const body = Buffer.from(JSON.stringify({ name: 'Proof', description: '', project, ...order }));
      const headers = [...headersOf(session), 'content-type: application/json'];
      return httpRequest('POST', '/api/milestones/', headers, body);
    };
  };
  const half = projects.length / 2;
  const load = { connections: 1, durationMs: ROUND_MS / 2 };
  await compare(INSERTS, 'perSecond', load, 'must >= 0.5 of appending, aim >= 0.9', [
    { name: 'Vitrin', port: portOf(product), pid, request: requests(projects.slice(0, half), { order: 6 }) },
    { name: 'appending', port: portOf(product), pid, request: requests(projects.slice(half), {}) },
  ]);
}
