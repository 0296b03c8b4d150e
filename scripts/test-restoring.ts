import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { registerFreelancer } from '../test-kit/accounts.ts';
import { type ApiSession, openApiSession } from '../test-kit/api-session.ts';
import { GB, gb, timed } from '../test-kit/large/measures.ts';
import { digestAt } from '../test-kit/large/transfers.ts';
import { type Product, startProduct } from '../test-kit/product.ts';
import { uploadFile } from '../test-kit/upload-file.ts';

/**
 * Backs an installation of so many GB (1, or the number given) up and restores it: a backup that is killed and goes on,
 * one more after a file has come, a verification, a restore into an empty folder that is killed and goes on, and one that
 * is not. Every file is compared with what was sent; what came after the last backup is what is lost. Needs four times
 * the space in the temporary folder.
 */
const FILE_BYTES = 8 * 1024 * 1024;
const env = { RATE_LIMITS: 'off' };
/** Of the commands that are killed: once they have said how far they are. */
const PROGRESS = /: [1-9]\d* of \d+ objects/;
const files = Math.max(2, Math.round((Number(process.argv[2] ?? 1) * GB) / FILE_BYTES));

const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-restoring-'));
const backups = path.join(folder, 'backups');
const from = path.join(folder, 'from');
let product: Product | undefined;
try {
  const { session, version } = await begin();
  const sent = new Map<number, string>();
  for (let number = 0; number < files; number += 1) await send(session, version, number, sent);
  console.log(`${files} files of ${gb(files * FILE_BYTES)} are there`);

  await killOnProgress('backup', from);
  await run('backup', from, 'the first backup, after a SIGKILL in the middle of one');
  await send(session, version, files, sent);
  await run('backup', from, 'a backup once one file more was there');
  const { id: lost } = await uploadFile(session, version, 'after.bin', bytesOf(files + 1));
  await run('verify-backup', from, 'the verification of both');
  await product?.remove();
  product = undefined;

  const straight = path.join(folder, 'straight');
  await run('restore', straight, 'the restore');
  rmSync(straight, { recursive: true });
  const to = path.join(folder, 'to');
  await killOnProgress('restore', to);
  await run('restore', to, 'the restore, after a SIGKILL in the middle of one');
  product = await startProduct({ dataDir: to, env });
  const again = openApiSession(product.url, session.cookies);
  for (const [id, digest] of sent)
    check((await digestAt(again, `/api/files/${id}/content/`)) === digest, `file ${id} is as it was sent`);
  const { status } = await again.call('GET', `/api/files/${lost}/content/`);
  check(status === 404, `what came after the last backup is lost, not ${status}`);
  console.log(`${sent.size} files are as they were sent; the one that came after the last backup is lost`);
} finally {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A freelancer with room for all files, and the version that they go to. */
async function begin(): Promise<{ session: ApiSession; version: number }> {
  product = await startProduct({ dataDir: from, env });
  const { cookies } = await registerFreelancer(product, 'owner');
  await product.stop();
  execFileSync(process.execPath, ['server/src/admin/main.ts', 'grant-storage', 'owner', '100'], {
    env: environmentOf(from),
  });
  product = await startProduct({ dataDir: from, env });
  const session = openApiSession(product.url, cookies);
  const { id: project } = await session.expectCall<Project>(201, 'POST', '/api/projects/', { name: 'Large' });
  const { id } = await session.expectCall<Version>(201, 'POST', '/api/versions/', {
    version_number: '1',
    project,
  });
  return { session, version: id };
}

function environmentOf(dataDir: string) {
  return { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
}

function command(name: string, dataDir: string) {
  return spawn(process.execPath, ['server/src/backup/main.ts', name, backups], {
    env: environmentOf(dataDir),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Runs a command of backups to its end, and says how long it took. */
async function run(name: string, dataDir: string, what: string): Promise<void> {
  const [seconds] = await timed(async () => {
    const child = command(name, dataDir);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2000)));
    const [code] = (await once(child, 'exit')) as [number | null];
    check(code === 0, `${name} ends with 0: ${said}`);
  });
  console.log(`${what} took ${seconds.toFixed(1)} s`);
}

/** Kills a command as soon as it has done something. */
async function killOnProgress(name: string, dataDir: string): Promise<void> {
  const child = command(name, dataDir);
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
