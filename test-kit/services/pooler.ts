import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { debianProgram } from './debian-program.ts';
import { freePort } from '../free-port.ts';
import { answers } from './proxy.ts';

const READY_MILLISECONDS = 20_000;

export type Pooler = { url: string; stop: () => Promise<void> };

/** Starts pgbouncer in transaction mode, with a few connections, before the database at `databaseUrl`. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const program = debianProgram('pgbouncer', 'pgbouncer');
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-pooler-'));
  const port = await freePort();
  const { hostname, port: databasePort, username, pathname } = new URL(databaseUrl);
  const users = path.join(folder, 'users');
  writeFileSync(users, `"${username}" ""\n`);
  const configuration = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    configuration,
    `[databases]
* = host=${hostname} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
ignore_startup_parameters = options
`,
  );
  const account = unprivileged([folder, users, configuration]);
  const pooler = spawn(program, ['-q', configuration], { ...account, stdio: 'ignore' });
  const killWithUs = () => pooler.kill('SIGKILL');
  process.once('exit', killWithUs);
  const exited = once(pooler, 'exit');
  for (let waited = 0; !(await answers(port)); waited += 20) {
    if (pooler.exitCode !== null || waited > READY_MILLISECONDS) throw new Error('pgbouncer did not start.');
    await pause(20);
  }
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async stop() {
      process.off('exit', killWithUs);
      pooler.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Like PostgreSQL, pgbouncer refuses to run as root; its package uses the same user. */
function unprivileged(files: string[]): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  const account = { uid: idOf('-u'), gid: idOf('-g') };
  for (const file of files) chownSync(file, account.uid, account.gid);
  return account;
}
