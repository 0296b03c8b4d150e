import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { expect, test } from 'vitest';
import { addToErasedList } from '../../../server/src/adapters/erased-list/erased-list.ts';
import { PASSWORD, registerFreelancer } from '../../../test-kit/accounts.ts';
import { openApiSession } from '../../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../../test-kit/product.ts';
import { runBackupHere, runBackupProcess } from '@vitrin/operator/testing/backup/processes.ts';
import { temporaryFolder, afterwards } from '@vitrin/engine/testing/temporary.ts';

const AHEAD = { clockAheadMs: 15 * 24 * 3600_000 };
/** A job that a killed server had begun is taken up by others after a quarter of an hour. */
const LATER = { clockAheadMs: AHEAD.clockAheadMs + 20 * 60_000 };
const ROWS = 30_000;

const [dataDir, backups, restored] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];

async function start(folder: string, options = {}): Promise<Product> {
  const product = await startProduct({ dataDir: folder, startWithinMs: 300_000, ...options });
  afterwards(() => product.stop());
  return product;
}

/** Files below a folder that contain a word in their name or content. */
function filesNaming(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && (name.includes(word) || readFileSync(path, 'latin1').includes(word));
  });
}

function query(folder: string, statement: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(folder, 'vitrin.sqlite'), { readOnly: true, timeout: 5000 });
  try {
    return database.prepare(statement).all();
  } finally {
    database.close();
  }
}

const countOf = (folder: string, table: string) =>
  Number(query(folder, `select count(*) as count from ${table}`)[0]?.['count']);

async function until(isTime: () => boolean, everyMs = 50): Promise<void> {
  for (let waitedMs = 0; waitedMs < 300_000; waitedMs += everyMs) {
    if (isTime()) return;
    await pause(everyMs);
  }
  throw new Error('It did not come to that within five minutes');
}

async function furnish(product: Product, word: string): Promise<void> {
  const session = await registerFreelancer(product, word);
  await session.expectCall(201, 'POST', '/api/users/', { username: `${word}-client` });
  const text = `<p>${`The plans of ${word}. `.repeat(300)}</p>`;
  const work = { name: `Brand of ${word}`, description: text, customer_id: null };
  const project = await session.expectCall<Project>(201, 'POST', '/api/projects/', work);
  const part = { project: project.id, description: text };
  for (let number = 1; number <= 10; number += 1)
    await session.expectCall(201, 'POST', '/api/milestones/', {
      ...part,
      name: `${number} ${word}`,
      completed: false,
    });
  const version = await session.expectCall<Version>(201, 'POST', '/api/versions/', {
    ...part,
    version_number: '1',
  });
  const form = new FormData();
  form.append('version', String(version.id));
  form.append('file', new Blob([`bytes of ${word}`.repeat(50)]), `${word}.txt`);
  await session.expectCall(201, 'POST', '/api/files/', form);
}

/** Adds enough rows to make their deletion take a while. */
function addRows(word: string): void {
  const database = new DatabaseSync(join(dataDir, 'vitrin.sqlite'), { timeout: 5000 });
  database.exec(`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})
    insert into events (kind, user_id, owner_id, project_id, created_at)
    select 'project_opened', owner_id, owner_id, projects.id, '2026-11-20T10:00:00.000Z'
    from numbers, projects where name = 'Brand of ${word}'`);
  database.close();
}

async function backUpBefore(): Promise<void> {
  const product = await start(dataDir);
  for (const word of ['malachite', 'feldspar']) await furnish(product, word);
  const session = openApiSession(product.url);
  await session.expectCall(200, 'POST', '/_allauth/browser/v1/auth/login', {
    username: 'malachite',
    password: PASSWORD,
  });
  await session.expectCall(200, 'POST', '/api/account/erasure/', { password: PASSWORD });
  await until(
    () => query(dataDir, "select id from jobs where kind in ('send-mail', 'tell-of-erasure')").length === 0,
  );
  await product.stop();
  addRows('malachite');
  const { code, err } = await runBackupHere(['backup', backups], { DATA_DIR: dataDir });
  if (code !== 0) throw new Error(err);
}
await backUpBefore();

test('a deletion interrupted by a kill goes on and leaves no byte, not even in later backups', async () => {
  expect(filesNaming(dataDir, 'malachite').length).toBeGreaterThan(3);
  const events = countOf(dataDir, 'events');
  const killed = await start(dataDir, AHEAD);
  await until(() => countOf(dataDir, 'events') < events - 500, 2);
  await killed.kill();
  expect(countOf(dataDir, 'events')).toBeGreaterThan(0);
  // Names are deleted first: both accounts are unknown by now, and half of their data still exists.
  expect(query(dataDir, "select id from users where username like 'malachite%'")).toEqual([]);
  expect(query(dataDir, "select id from users where username like 'erased-%'")).toHaveLength(2);

  const product = await start(dataDir, LATER);
  await until(() => countOf(dataDir, 'users') === 2);
  await until(
    () =>
      query(dataDir, "select id from jobs where kind in ('erase-account', 'delete-objects')").length === 0,
  );
  const guest = openApiSession(product.url);
  const login = { username: 'malachite', password: PASSWORD };
  expect((await guest.call('POST', '/_allauth/browser/v1/auth/login', login)).status).toBe(400);
  await registerFreelancer(product, 'newcomer');
  expect(product.log()).not.toContain('malachite');
  expect(filesNaming(dataDir, 'malachite')).toEqual([]);
  expect(filesNaming(dataDir, 'feldspar').length).toBeGreaterThan(2);
  const { code } = await runBackupProcess(['backup', backups], { DATA_DIR: dataDir });
  expect(code).toBe(0);
  await product.stop();
  expect(filesNaming(dataDir, 'malachite')).toEqual([]);
  const newest = readdirSync(join(backups, 'snapshots')).toSorted().at(-1) ?? '';
  expect(filesNaming(join(backups, 'snapshots', newest), 'malachite')).toEqual([]);
});

test('an account restored from an older backup is deleted again before any request is served', async () => {
  const [oldest = ''] = readdirSync(join(backups, 'snapshots')).toSorted();
  const answer = await runBackupHere(['restore', backups, '--at', oldest], { DATA_DIR: restored });
  expect([answer.code, answer.err.includes('Error')]).toEqual([0, false]);
  expect(filesNaming(restored, 'malachite').length).toBeGreaterThan(0);
  const product = await start(restored, AHEAD);
  // The server listens by now.
  expect(query(restored, "select id from users where username like 'malachite%'")).toEqual([]);
  await until(
    () =>
      query(restored, "select id from jobs where kind in ('erase-account', 'delete-objects')").length === 0,
  );
  await registerFreelancer(product, 'newcomer');
  await product.stop();
  expect(filesNaming(restored, 'malachite')).toEqual([]);
  expect(query(restored, "select id from users where username like 'feldspar%'")).toHaveLength(2);
  // An account that has the id of one deleted before is another account, and stays.
  const [newcomer] = query(restored, "select id from users where username = 'newcomer'");
  await addToErasedList(restored, [
    { user_id: Number(newcomer?.['id']), erased_at: '2026-01-01T00:00:00.000Z' },
  ]);
  const last = await start(restored, AHEAD);
  expect(query(restored, "select id from users where username = 'newcomer'")).toHaveLength(1);
  expect(last.log()).not.toContain('is deleted again');
});
