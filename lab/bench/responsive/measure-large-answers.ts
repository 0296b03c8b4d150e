import path from 'node:path';
import { registerFreelancer } from '../../../test-kit/accounts.ts';
import { openApiSession } from '../../../test-kit/api-session.ts';
import { startProduct } from '../../../test-kit/product.ts';
import { isWanted, report } from '../compare.ts';
import { median } from '../load.ts';
import { ENV } from '../requests.ts';
import { openDatabase } from '../seed.ts';
import { createClient } from './delay-client.ts';
import { LONGEST_MS } from './measure-responsive.ts';

export const LARGE_ANSWERS = 'responsive: /healthz beside the largest answers';
const TIMES = 5;

/** Most that a project may hold: 500 milestones, 500 versions, 2 MB of texts, 10,000 files. */
const MILESTONES = 500;
const VERSIONS = 500;
const FILES = 10_000;
const TEXT_LENGTH = 2000;
/** Number of projects on a page, each with the longest description allowed. */
const PROJECTS = 100;
const DESCRIPTION_LENGTH = 99_000;

/** Asks for everything of the largest possible project, and for what the server derives from it. */
export async function measureLargeAnswers(folder: string): Promise<void> {
  if (!isWanted(LARGE_ANSWERS)) return;
  const dataDir = path.join(folder, 'large-answers');
  let product = await startProduct({ dataDir, env: ENV });
  const before = await registerFreelancer(product, 'bench');
  const { id } = await before.expectCall<{ id: number }>(201, 'POST', '/api/projects/', { name: 'Large' });
  await product.stop();
  const version = fillProject(dataDir, id);

  product = await startProduct({ dataDir, env: ENV });
  const session = openApiSession(product.url, before.cookies);
  const client = createClient(product);
  const figures: Record<string, string> = {};
  const missed: string[] = [];
  for (const url of [
    `/api/projects/${id}/`,
    `/api/milestones/?project=${id}`,
    `/api/versions/?project=${id}`,
    `/api/files/?version=${version}`,
    `/api/versions/${version}/zip/`,
    `/api/projects/?limit=${PROJECTS}`,
    '/api/analytics/',
    '/api/openapi.json',
    '/',
  ]) {
    const delays: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      // The archive's bytes do not exist, so only its layout is measured.
      const request = { what: url, method: url.endsWith('zip/') ? 'HEAD' : 'GET', url, headers: {} };
      delays.push((await client.measure(request, session)).delayMs);
    }
    const name = url.replaceAll(/\d+/g, 'ID');
    figures[name] = `${median(delays).toFixed(0)} ms`;
    if (median(delays) > LONGEST_MS) missed.push(`${name} ${figures[name]}`);
  }
  client.close();
  await product.stop();
  report({ what: LARGE_ANSWERS, figures, note: `must <= ${LONGEST_MS} ms each, median of ${TIMES}`, missed });
}

/** Fills a project directly in the database. All files belong to one version; returns its id. */
function fillProject(dataDir: string, project: number): number {
  const db = openDatabase(dataDir);
  const at = '2026-01-01T00:00:00.000Z';
  const text = `<p>${'x'.repeat(TEXT_LENGTH)}</p>`;
  db.exec('pragma synchronous = off; begin');
  const insertMilestone = db.prepare(
    `insert into milestones (project_id, name, description, completed, position, created_at, edited_at)
     values (?, 'Step', ?, 0, ?, '${at}', '${at}')`,
  );
  for (let index = 1; index <= MILESTONES; index += 1) insertMilestone.run(project, text, index);
  const insertVersion = db.prepare(
    `insert into versions (project_id, version_number, description, created_at, edited_at)
     values (?, ?, ?, '${at}', '${at}') returning id`,
  );
  let version = 0;
  for (let n = 1; n <= VERSIONS; n += 1)
    ({ id: version } = insertVersion.get(project, String(n), text) as { id: number });
  const insertFile = db.prepare(
    `insert into files (version_id, owner_id, name, storage_key, size_bytes, sha256, crc32, media_type, created_at)
     select ?1, owner_id, 'drawing.pdf', ?2, 1000, '', 1, 'application/pdf', '${at}' from projects where id = ?3`,
  );
  for (let n = 1; n <= FILES; n += 1) insertFile.run(version, String(n).padStart(32, '0'), project);
  const description = `<p>${'x'.repeat(DESCRIPTION_LENGTH)}</p>`;
  const insertProject = db.prepare(
    `insert into projects (owner_id, name, name_key, description, list_description, created_at, last_updated, edited_at)
     select owner_id, ?1, ?1, ?2, ?2, '${at}', '${at}', '${at}' from projects where id = ?3`,
  );
  for (let n = 1; n < PROJECTS; n += 1) insertProject.run(`long ${n}`, description, project);
  db.exec('commit');
  db.close();
  return version;
}
