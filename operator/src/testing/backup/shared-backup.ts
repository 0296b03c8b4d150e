import { cpSync } from 'node:fs';
import { backUp } from '../../backup/back-up.ts';
import { afterwards, temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { createEmptyInstallation, createInstallation, type TestInstallation } from './installations.ts';

/** Like createInstallation; it is removed after the test, or after all tests of the file that makes it at its top. */
export async function temporaryInstallation(options?: Parameters<typeof createInstallation>[0]) {
  const installation = await createInstallation(options);
  afterwards(() => installation.remove());
  return installation;
}

/** Like createEmptyInstallation; it is removed after the test that makes it. */
export async function emptyInstallation(
  ...kind: Parameters<typeof createEmptyInstallation>
): Promise<TestInstallation> {
  const empty = await createEmptyInstallation(...kind);
  afterwards(() => empty.remove());
  return empty;
}

/**
 * Backs up an installation once for all tests of a file, which remove what they add to it. Each test calls `copy` for a
 * copy of the backup that it may change, and an empty installation to restore it into.
 */
export async function sharedBackup(options?: Parameters<typeof createInstallation>[0]) {
  const installation = await temporaryInstallation(options);
  const backups = temporaryFolder();
  await backUp(installation, backups);
  const copy = async () => {
    const target = temporaryFolder();
    cpSync(backups, target, { recursive: true });
    return { target, empty: await emptyInstallation() };
  };
  return { installation, copy };
}
