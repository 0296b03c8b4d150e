import { makeReadOnly } from '@vitrin/server/database/read-only/switch.ts';
import { installationOf } from '../move/installation.ts';
import { move } from '../move/move.ts';
import { rowsOf } from './backup/filled-tables.ts';
import { connectTo, type TestInstallation } from './backup/installations.ts';
import { contentsOf } from './backup/same-installation.ts';
import { emptyInstallation } from './backup/shared-backup.ts';

export const SECRET = 'a1'.repeat(32);

export async function empty(kind: { isEmbedded: boolean; isOnDisk: boolean }): Promise<TestInstallation> {
  const installation = await emptyInstallation(kind);
  return { ...installation, environment: { ...installation.environment, SECRET_KEY: SECRET } };
}
export const onPostgres = () => empty({ isEmbedded: false, isOnDisk: false });
export const onDisk = () => empty({ isEmbedded: true, isOnDisk: true });

export const asInstallation = ({ environment }: TestInstallation) => installationOf(environment, 'test');
export const moveTo = (from: TestInstallation, to: TestInstallation) =>
  move(asInstallation(from), asInstallation(to));

export async function allOf(installation: TestInstallation) {
  return { rows: await rowsOf(installation), objects: await contentsOf(installation.storage) };
}

/**
 * Makes the installation read-only as an owner can before a move, which then does not wait for servers to
 * notice.
 */
export async function shut(installation: TestInstallation): Promise<void> {
  const db = connectTo(installation);
  const closing = { state: 'read-only', move: null, moved_to: null } as const;
  await makeReadOnly(db, closing, { mayBeServed: false });
  await db.destroy();
}

const NEXT = { owner_id: 1, customer_id: null, description: '', list_description: '', status_override: null };

export async function addProject(to: TestInstallation, name: string): Promise<number> {
  const db = connectTo(to);
  const at = '2026-11-24T08:00:00.000Z';
  const times = { created_at: at, edited_at: at, last_updated: at };
  const row = { ...NEXT, ...times, name, name_key: name };
  try {
    return (await db.insertInto('projects').values(row).returning('id').executeTakeFirstOrThrow()).id;
  } finally {
    await db.destroy();
  }
}
