import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { nameOfOwner, removeAbandoned } from './abandoned-folders.ts';

const MEMORY = '/dev/shm';
const PREFIX = 'vitrin-tests-';
/** Several times what a whole run of tests has there at once. */
const ROOM_BYTES = 3 * 1024 ** 3;

/**
 * Puts temporary folders of this process and its children in memory if there is room, and removes them at its
 * end; those of killed processes are removed when the next one starts. Tests sync and delete thousands of
 * small files, which on a disk takes longer than everything else. TMPDIR overrides the location.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !existsSync(MEMORY)) return;
  removeAbandoned(MEMORY, PREFIX);
  if (!hasRoom(MEMORY, ROOM_BYTES) || freemem() < ROOM_BYTES) return;
  const folder = mkdtempSync(join(MEMORY, nameOfOwner(PREFIX)));
  if (!runsPrograms(folder)) return rmSync(folder, { recursive: true });
  // Same permissions as /tmp: PostgreSQL and some tests run as another user.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** False where the folder is mounted with `noexec`, as containers mount it: some tests start what they have built. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/** True if a folder exists and has room for this many bytes. */
export function hasRoom(folder: string, bytes: number): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > bytes;
}
