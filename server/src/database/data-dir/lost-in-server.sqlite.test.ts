import { globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { beforeEach, expect, test } from 'vitest';
import { startProduct } from '../../../../test-kit/product.ts';
import { runServerProcess } from '@vitrin/operator/testing/backup/processes.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder();
});

const put = (name: string, content = '') => {
  mkdirSync(join(dataDir, name, '..'), { recursive: true });
  writeFileSync(join(dataDir, name), content);
};

function run(program: string, ...words: string[]) {
  const path = resolve(import.meta.dirname, '../../../../operator/src', program);
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir };
  return spawnSync(process.execPath, [path, ...words], { env, encoding: 'utf8' });
}

test('a lost database stops the start, the doctor reports it, and nothing new is made beside the old files', async () => {
  const product = await startProduct({ dataDir });
  await product.stop();
  const database = join(dataDir, 'vitrin.sqlite');
  renameSync(database, `${database}.aside`);
  for (const suffix of ['-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true });
  const missing = `The database ${database} is missing, while `;
  for (const sign of ['receipt-1.key', 'files of an installation']) {
    if (sign.startsWith('files')) put(join('files', 'ab', 'ab'.repeat(32)), 'bytes');
    const before = globSync('**/*', { cwd: dataDir }).toSorted();
    const server = await runServerProcess({ DATA_DIR: dataDir });
    expect(server).toMatchObject({ code: 1, out: '' });
    expect(server.err).toMatch(/^Vitrin cannot start: [^\n]+, empty the folder\.\n$/);
    expect(server.err).toContain(`${missing}${sign}`);
    const admin = run('admin/main.ts', 'users', 'list');
    expect({ code: admin.status, err: admin.stderr }).toEqual({
      code: 1,
      err: expect.stringContaining(`${missing}${sign}`),
    });
    const doctor = run('doctor/main.ts');
    expect(doctor.status).toBe(2);
    expect(doctor.stdout).toContain(`error    database       ${missing}${sign}`);
    expect(globSync('**/*', { cwd: dataDir }).toSorted()).toEqual(before);
  }
  rmSync(join(dataDir, 'files', 'ab'), { recursive: true });
  renameSync(`${database}.aside`, database);
  await (await startProduct({ dataDir })).remove();
});

test('a secret key made anew beside a database is logged, once', async () => {
  const first = await startProduct({ dataDir });
  await first.stop();
  expect(first.log()).not.toContain('secret.key');
  rmSync(join(dataDir, 'secret.key'));
  const given = await startProduct({ dataDir, env: { SECRET_KEY: 'k'.repeat(32) } });
  await given.stop();
  expect(given.log()).not.toContain('secret.key');
  const second = await startProduct({ dataDir });
  await second.stop();
  expect(second.log()).toMatch(
    /"level":40[^\n]+no secret\.key in DATA_DIR beside the database[^\n]+links that were mailed before no longer work/,
  );
  const third = await startProduct({ dataDir });
  await third.stop();
  expect(third.log()).not.toContain('secret.key');
  rmSync(join(dataDir, 'secret.key'));
  expect(run('admin/main.ts', 'users', 'list').stderr).toContain(
    'no secret.key in DATA_DIR beside the database',
  );
});
