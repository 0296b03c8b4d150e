import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { registerFreelancer } from '../../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../../test-kit/api-session.ts';
import { GB, gb, timed } from '../../test-kit/large/measures.ts';
import { digestAt } from '../../test-kit/large/transfers.ts';
import { startPostgres } from '../../test-kit/postgres-cluster.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { startS3Server } from '../../test-kit/s3-server.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';

/**
 * Backs up and restores an installation of 1 GB (or the given number): a backup that is killed and resumed, one
 * more after a new file, a verification, a restore into an empty folder that is killed and resumed, and an
 * uninterrupted one. Every file is compared with the uploaded bytes; only what was added after the last backup
 * may be lost. With the word `postgres` after the number the database is PostgreSQL and the files are on an S3
 * server in this process. Needs four times the space in the temporary folder.
 */
const FILE_BYTES = 8 * 1024 * 1024;
/** Progress line of a command, after which it is killed. */
const PROGRESS = /: [1-9]\d* of \d+ objects/;
const files = Math.max(2, Math.round((Number(process.argv[2] ?? 1) * GB) / FILE_BYTES));
const isOnServices = process.argv[3] === 'postgres';

/** Location of an installation that exists or is to be restored. */
type Target = { dataDir: string; env: Record<string, string>; remove: () => Promise<void> };

const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-restoring-'));
const backups = path.join(folder, 'backups');
const cluster = isOnServices ? await startPostgres({ durable: true }) : undefined;
const targets: Target[] = [];
let product: Product | undefined;
try {
  const from = await newTarget('from');
  const { session, version } = await begin(from);
  const sent = new Map<number, string>();
  for (let number = 0; number < files; number += 1) await send(session, version, number, sent);
  console.log(`${files} files of ${gb(files * FILE_BYTES)} are there`);

  await killOnProgress('backup', from);
  await run('backup', from, 'the first backup, after a SIGKILL in the middle of one');
  await send(session, version, files, sent);
  await run('backup', from, 'a backup once one file more was there');
  const { id: lost } = await uploadFile(session, version, 'after.bin', bytesOf(files + 1));
  await run('verify-backup', from, 'the verification of both');
  await product?.stop();
  product = undefined;
  await from.remove();

  const straight = await newTarget('straight');
  await run('restore', straight, 'the restore');
  await straight.remove();
  const to = await newTarget('restored');
  await killOnProgress('restore', to);
  await run('restore', to, 'the restore, after a SIGKILL in the middle of one');
  product = await startProduct(to);
  const again = openApiSession(product.url, session.cookies);
  for (const [id, digest] of sent)
    check((await digestAt(again, `/api/files/${id}/content/`)) === digest, `file ${id} is as it was sent`);
  const { status } = await again.call('GET', `/api/files/${lost}/content/`);
  check(status === 404, `what came after the last backup is lost, not ${status}`);
  console.log(`${sent.size} files are as they were sent; the one that came after the last backup is lost`);
} finally {
  await product?.stop();
  while (targets[0]) await targets[0].remove();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** An empty folder, and with the services an empty database and an empty bucket. */
async function newTarget(name: string): Promise<Target> {
  const dataDir = path.join(folder, name);
  let env: Record<string, string> = { RATE_LIMITS: 'off' };
  let stopServices = async () => {};
  if (cluster) {
    execFileSync('psql', [cluster.url, '--quiet', '--command', `create database ${name}_here`]);
    const s3 = await startS3Server();
    const databaseUrl = cluster.url.replace(/postgres$/, `${name}_here`);
    env = { ...env, ...s3.environment, DATABASE_URL: databaseUrl, SECRET_KEY: 'restoring-'.repeat(4) };
    stopServices = s3.stop;
  }
  const target = {
    dataDir,
    env,
    async remove() {
      const at = targets.indexOf(target);
      if (at === -1) return;
      targets.splice(at, 1);
      await stopServices();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  targets.push(target);
  return target;
}

/** A freelancer with room for all files, and the version that they go to. */
async function begin(target: Target): Promise<{ session: ApiSession; version: number }> {
  product = await startProduct(target);
  const { cookies } = await registerFreelancer(product, 'owner');
  await product.stop();
  execFileSync(process.execPath, ['operator/src/admin/main.ts', 'grant-storage', 'owner', '100'], {
    env: environmentOf(target),
  });
  product = await startProduct(target);
  const session = openApiSession(product.url, cookies);
  const { id: project } = await session.expectCall<Project>(201, 'POST', '/api/projects/', { name: 'Large' });
  const { id } = await session.expectCall<Version>(201, 'POST', '/api/versions/', {
    version_number: '1',
    project,
  });
  return { session, version: id };
}

function environmentOf({ dataDir, env }: Target) {
  return { PATH: process.env['PATH'] ?? '', ...env, DATA_DIR: dataDir };
}

function command(name: string, target: Target) {
  return spawn(process.execPath, ['operator/src/backup/main.ts', name, backups], {
    env: environmentOf(target),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Runs a command of backups to its end, and says how long it took and what memory it held. */
async function run(name: string, target: Target, what: string): Promise<void> {
  let peak = 0;
  const [seconds] = await timed(async () => {
    const child = command(name, target);
    // A process that has ended reports no memory, so the last sample counts.
    const looks = setInterval(() => (peak = Math.max(peak, heldBy(child.pid))), 100);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2000)));
    const [code] = (await once(child, 'exit')) as [number | null];
    clearInterval(looks);
    check(code === 0, `${name} ends with 0: ${said}`);
  });
  console.log(`${what} took ${seconds.toFixed(1)} s and ${peak.toFixed(0)} MB of memory`);
}

/** The most memory that a process has held, in MB; 0 where it has ended. Linux only. */
function heldBy(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return 0;
  }
}

/** Kills a command as soon as it has done something. */
async function killOnProgress(name: string, target: Target): Promise<void> {
  const child = command(name, target);
  const ended = once(child, 'exit');
  child.stderr.on('data', (chunk: Buffer) => {
    if (PROGRESS.test(chunk.toString())) child.kill('SIGKILL');
  });
  const [, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  check(signal === 'SIGKILL', `${name} was killed before its end`);
}

/** Sends a file and notes its checksum. */
async function send(session: ApiSession, version: number, number: number, sent: Map<number, string>) {
  const content = bytesOf(number);
  const { id }: ProjectFile = await uploadFile(session, version, `${number}.bin`, content);
  sent.set(id, createHash('sha256').update(content).digest('hex'));
}

/** The bytes of a file, different ones for each number. */
function bytesOf(number: number): Buffer<ArrayBuffer> {
  return Buffer.alloc(FILE_BYTES, `vitrin restores ${number} `);
}

function check(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`Not so: ${what}`);
}
