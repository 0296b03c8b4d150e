import { createHash, randomBytes } from 'node:crypto';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3Server, startS3Server } from '../../../../test-kit/s3-server.ts';
import { createStorage } from '@vitrin/server/adapters/storage/create-storage.ts';
import { newStorageKey, type Storage } from '@vitrin/engine/storage/storage.ts';
import { bytesOf } from '@vitrin/engine/bytes/byte-source.ts';
import type { Installation } from '../../backup/back-up.ts';
import { connectDatabase, type Database } from '@vitrin/server/database/connect.ts';
import {
  copyMigratedFile,
  type FreshDatabase,
  freshDatabase,
  migratedDatabase,
} from '@vitrin/server/testing/database/fresh-database.ts';

const NOW = '2026-11-23T16:40:00.000Z';

/** An installation without a server: SQLite and disk, or PostgreSQL and S3 when VITRIN_TEST_DATABASE is `postgres`. */
export type TestInstallation = Installation & {
  storage: Storage;
  /** Counts stored objects on the disk or in the bucket directly, so that the store is not slowed down. */
  countStored: () => number;
  /** Its variables, for processes of their own. */
  environment: Record<string, string>;
  remove: () => Promise<void>;
};

export const IS_POSTGRES = process.env['VITRIN_TEST_DATABASE'] === 'postgres';

/** Database and store of a test installation; PostgreSQL is only available in tests on PostgreSQL. */
type Kind = { isEmbedded?: boolean; isOnDisk?: boolean };

/** Creates an empty database and file store for an installation. */
export function createEmptyInstallation(kind: Kind = {}): Promise<TestInstallation> {
  return createAt(kind, freshDatabase, () => {});
}

/** With `createOnPostgres` on PostgreSQL, else `createFile` for its SQLite file. */
async function createAt(
  { isEmbedded = !IS_POSTGRES, isOnDisk = !IS_POSTGRES }: Kind,
  createOnPostgres: () => Promise<FreshDatabase>,
  createFile: (sqlitePath: string) => void | Promise<void>,
): Promise<TestInstallation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrin-installation-'));
  const s3: S3Server | undefined = isOnDisk ? undefined : await startS3Server();
  const fresh = isEmbedded ? undefined : await createOnPostgres();
  await fresh?.db.destroy();
  if (!fresh) await createFile(sqlitePathIn(dataDir));
  const databaseUrl = fresh?.databaseUrl;
  let time = Date.parse(NOW);
  return {
    dataDir,
    databaseUrl,
    storage: await createStorage({ s3: s3?.config, dataDir }),
    countStored: () => (s3?.keys() ?? globSync('files/??/*', { cwd: dataDir })).length,
    // An hour passes between any two backups.
    now: () => new Date((time += 3600 * 1000)),
    environment: {
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, SECRET_KEY: 'k'.repeat(64) }),
      ...s3?.environment,
    },
    async remove() {
      await s3?.stop();
      await fresh?.dropDatabase();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A connection to the database of an installation. */
export function connectTo({ dataDir, databaseUrl }: Installation): Database {
  return connectDatabase(databaseUrl === undefined ? { sqlitePath: sqlitePathIn(dataDir) } : { databaseUrl });
}

const sqlitePathIn = (dataDir: string) => join(dataDir, 'vitrin.sqlite');

/** An installation with one freelancer, one version, `files` files and as many pictures. */
export async function createInstallation({
  files = 5,
  bytes = 2000,
  ...kind
}: { files?: number; bytes?: number } & Kind = {}) {
  const installation = await createAt(kind, migratedDatabase, copyMigratedFile);
  if (installation.databaseUrl === undefined) {
    writeFileSync(join(installation.dataDir, 'secret.key'), `${'a1'.repeat(32)}\n`);
    writeFileSync(join(installation.dataDir, 'receipt-2.key'), `${'b2'.repeat(32)}\n`);
  }
  const db = connectTo(installation);
  const times = { created_at: NOW, edited_at: NOW };
  const { id: owner_id } = await db
    .insertInto('users')
    .values({
      username: 'ada',
      username_key: 'ada',
      name_key: 'ada',
      last_login_at: null,
      last_seen: null,
      password_changed_at: null,
      password_hash: null,
      owner_id: null,
      user_type: 'freelancer',
      language: 'en',
      created_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: project_id } = await db
    .insertInto('projects')
    .values({
      owner_id,
      customer_id: null,
      name: 'Brand',
      name_key: 'brand',
      description: '',
      list_description: '',
      status_override: null,
      last_updated: NOW,
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: version_id } = await db
    .insertInto('versions')
    .values({ project_id, version_number: '1.0', description: '', ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const store = async (size: number) => {
    const key = newStorageKey();
    const content = randomBytes(size);
    await installation.storage.write(key, bytesOf(content));
    return { key, size, sha256: createHash('sha256').update(content).digest('hex') };
  };
  const addFile = async (size = bytes) => {
    const [file, thumbnail] = [await store(size), await store(300)];
    await db
      .insertInto('files')
      .values({
        version_id,
        owner_id,
        name: `${file.key}.bin`,
        storage_key: file.key,
        size_bytes: size,
        sha256: file.sha256,
        thumbnail_key: thumbnail.key,
        thumbnail_bytes: thumbnail.size,
        media_type: 'application/octet-stream',
        created_at: NOW,
      })
      .execute();
    return file.key;
  };
  const removeFile = async (key: string) => {
    const removed = await db
      .deleteFrom('files')
      .where('storage_key', '=', key)
      .returning('thumbnail_key')
      .execute();
    await installation.storage.delete([key, ...removed.flatMap(({ thumbnail_key }) => thumbnail_key ?? [])]);
  };
  const addPicture = async () => {
    const { key, size } = await store(bytes);
    await db
      .insertInto('pictures')
      .values({
        owner_id,
        project_id,
        milestone_id: null,
        version_id: null,
        storage_key: key,
        size_bytes: size,
        media_type: 'image/png',
        is_stored: true,
        created_at: NOW,
        expires_at: null,
      })
      .execute();
  };
  for (let made = 0; made < files; made += 1) {
    await addFile(made === 0 ? 0 : bytes + made);
    await addPicture();
  }
  return {
    ...installation,
    db,
    addFile,
    removeFile,
    async remove() {
      await db.destroy();
      await installation.remove();
    },
  };
}
