import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { aptInstall } from './programs/apt-install.ts';

type PostgresCluster = {
  /** Address of the superuser's database; each test file makes a database of its own beside it. */
  url: string;
  stop(): Promise<void>;
  /** Stops it as for a quick restart: connections are cut, the data stays. */
  halt(): Promise<void>;
  /** Starts it again at its address. */
  resume(): Promise<void>;
  /** Starts a standby that follows it, at an address of its own. */
  standBy(): Promise<PostgresCluster>;
};

export class PostgresMissingError extends Error {}

/** Settings that trade safety for speed, since the data is deleted after the tests. */
const THROW_AWAY = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
const COMMON = ['listen_addresses=127.0.0.1', 'max_connections=200'];

/**
 * Starts a PostgreSQL cluster in a temporary folder on a free port. `durable` keeps its normal guarantees, for
 * benchmarks. Throws PostgresMissingError when the programs are neither installed nor can be.
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresCluster> {
  const bin = findPostgres() ?? installPostgres();
  const folder = ownFolder();
  const options = { ...unprivilegedAccount(), cwd: folder };
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', folder, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...options,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return runCluster(bin, folder, durable);
}

function ownFolder(): string {
  const account = unprivilegedAccount();
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-postgres-'));
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** Runs the cluster of a folder on a free port. */
async function runCluster(bin: string, folder: string, durable: boolean): Promise<PostgresCluster> {
  const options = { ...unprivilegedAccount(), cwd: folder };
  const port = await freePort();
  const settings = [...COMMON, ...(durable ? [] : THROW_AWAY)].flatMap((setting) => ['-c', setting]);
  const begin = async () => {
    const begun = spawn(
      path.join(bin, 'postgres'),
      ['-D', folder, '-p', String(port), '-k', folder, ...settings],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await ready(begun);
    return begun;
  };
  let server = await begin();
  const killWithUs = () => server.kill('SIGQUIT');
  process.once('exit', killWithUs);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      process.off('exit', killWithUs);
      await stopped(server);
      rmSync(folder, { recursive: true, force: true });
    },
    halt: () => stopped(server),
    async resume() {
      server = await begin();
    },
    async standBy() {
      const copy = ownFolder();
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-c', 'fast'];
      const own = path.join(bin, 'pg_basebackup');
      execFileSync(existsSync(own) ? own : 'pg_basebackup', ['-D', copy, '-R', ...from], {
        ...options,
        cwd: copy,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      return runCluster(bin, copy, durable);
    },
  };
}

/** The folder of PostgreSQL's programs: from PATH, or where Debian keeps them outside of it; newest first. */
function findPostgres(): string | undefined {
  const fromPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const fromDebian = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  return [...fromPath, ...fromDebian].find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(path.join(folder, program))),
  );
}

function installPostgres(): string {
  const reason = aptInstall(['postgresql']);
  const bin = findPostgres();
  if (bin) return bin;
  throw new PostgresMissingError(
    `The tests on PostgreSQL cannot run: initdb and postgres are neither in PATH nor in /usr/lib/postgresql/*/bin, ` +
      `and installing Debian's package did not help (${reason ?? 'it brought no programs'}). ` +
      'Install PostgreSQL 15 or newer, or leave it out with VITRIN_TEST_DATABASES=sqlite.',
  );
}

/** PostgreSQL refuses to run as root; its package creates this user for it. */
function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function ready(server: ChildProcess): Promise<void> {
  if (!server.stderr) throw new Error('no output to wait for');
  const lines: string[] = [];
  for await (const line of createInterface({ input: server.stderr })) {
    lines.push(line);
    if (/database system is ready to accept (?:read-only )?connections/.test(line)) {
      server.stderr.resume();
      return;
    }
  }
  throw new Error(`PostgreSQL did not start:\n${lines.join('\n')}`);
}

async function stopped(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  server.kill('SIGINT');
  await Promise.race([exit, pause(10_000, undefined, { ref: false }).then(() => server.kill('SIGQUIT'))]);
  await exit;
}
