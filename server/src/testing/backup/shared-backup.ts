import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { backUp } from '../../backup/back-up.ts';
import { createEmptyInstallation, createInstallation, type TestInstallation } from './installations.ts';

/** What one test restores: a copy of the backup that it may change, and an empty installation to restore it into. */
type Copy = { target: string; empty: TestInstallation };

/**
 * Backs up an installation once for all tests of a file, which remove what they add to it. `copy` is called before each
 * test; all is removed after them.
 */
export async function sharedBackup(options?: Parameters<typeof createInstallation>[0]) {
  const installation = await createInstallation(options);
  const backups = newFolder();
  await backUp(installation, backups);
  let given: Copy | undefined;
  afterEach(async () => {
    await given?.empty.remove();
    if (given) rmSync(given.target, { recursive: true });
  });
  afterAll(async () => {
    await installation.remove();
    rmSync(backups, { recursive: true });
  });
  const copy = async (): Promise<Copy> => {
    given = { empty: await createEmptyInstallation(), target: newFolder() };
    cpSync(backups, given.target, { recursive: true });
    return given;
  };
  return { installation, copy };
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'vitrin-backups-'));
}
