import { sql } from 'kysely';
import { type Database, isPostgres } from '@vitrin/server/database/connect.ts';
import { findInTable, type Unfinished, unfinishedIn } from '../backup/unfinished-restore.ts';
import type { Config } from '@vitrin/server/config/config.ts';
import {
  LostDatabaseError,
  RESTORE_OR_EMPTY,
  SAVE_FROM_SERVER,
} from '@vitrin/server/database/data-dir/lost-database.ts';
import { storeNameOf } from '@vitrin/server/adapters/storage/store-name.ts';
import { isDatabaseDamaged } from '@vitrin/engine/sql/errors.ts';
import { REPLACE_DAMAGED } from '@vitrin/server/database/data-dir/replace-damaged.ts';
import { migrations } from '@vitrin/server/database/migrate.ts';
import { readInstallationIfAny } from '@vitrin/server/database/read-only/state.ts';
import { readOnlyReason } from '@vitrin/server/database/read-only/watch.ts';
import { error, type Finding, ok, reasonOf, warning } from './finding.ts';
import { type Installation, within } from './installation.ts';

const ANSWER_MILLISECONDS = 10_000;
/** The oldest version of PostgreSQL that is still kept by its makers. */
const OLDEST_POSTGRES = 14;
const MOST_LINES = 3;

type Needs = Pick<Installation, 'database' | 'config'>;

/** Throws when the database does not answer. */
export async function requireAnswer({ database }: Pick<Installation, 'database'>): Promise<void> {
  const answer = Promise.resolve().then(() => sql`select 1`.execute(database()));
  await within(ANSWER_MILLISECONDS, 'it did not answer within 10 seconds', answer);
}

/** Checks that the database answers, fits this release and is intact. */
export async function checkDatabase({ database, config }: Needs): Promise<Finding[]> {
  // Checked before the database is opened: a restore installs it last.
  const begun = config.databaseUrl ? undefined : unfinishedIn(config.dataDir);
  if (begun) return [unfinishedFinding(begun)];
  try {
    await requireAnswer({ database });
  } catch (failure) {
    if (failure instanceof LostDatabaseError)
      return [
        error(`${failure.message}.`, `${SAVE_FROM_SERVER.replace(/^w/, 'W')}; else ${RESTORE_OR_EMPTY}.`),
      ];
    if (isDatabaseDamaged(failure)) return [damagedFinding(failure.message)];
    return [
      error(
        `The database does not answer: ${reasonOf(failure)}.`,
        config.databaseUrl
          ? 'Start PostgreSQL, or set DATABASE_URL to where it is.'
          : 'Set DATA_DIR to the folder of this installation, and start the server once if it is new.',
      ),
    ];
  }
  const db = database();
  const begunThere = isPostgres(db) ? await findInTable(db) : undefined;
  if (begunThere) return [unfinishedFinding(begunThere)];
  const release = await checkMigrations(db);
  return [
    ...release,
    ...(await checkReadOnly(db, config)),
    ...(isPostgres(db) ? await checkPostgres(db) : await checkSqlite(db)),
  ];
}

/** True while a restore or move into this installation is unfinished, so that tables may be missing. */
export async function isUnfinished({ database, config }: Needs): Promise<boolean> {
  if (!config.databaseUrl) return unfinishedIn(config.dataDir) !== undefined;
  return (await findInTable(database())) !== undefined;
}

function unfinishedFinding({ sentence, advice }: Unfinished): Finding {
  return error(`${sentence}.`, `${advice.replace(/^r/, 'R')}; until then no server starts.`);
}

/** The SQLite file is damaged; `reason` without a full stop. */
export function damagedFinding(reason: string): Finding {
  return error(
    `The database file is damaged: ${reason}.`,
    `${REPLACE_DAMAGED.replace(/^s/, 'S')}; docs/operations.md says how, under Restore.`,
  );
}

async function checkReadOnly(db: Database, config: Config): Promise<Finding[]> {
  const reason = readOnlyReason(await readInstallationIfAny(db), storeNameOf(config));
  if (reason === undefined) return [];
  if (reason === 'moved')
    return [
      error(
        'This installation has moved elsewhere and is read only here.',
        'Use the environment that npm run move was given; npm run admin -- read-only says where it went.',
      ),
    ];
  return [
    warning(
      reason === 'move'
        ? 'The installation is read only, while it moves elsewhere.'
        : 'The installation is read only: nobody can change anything.',
      reason === 'move'
        ? 'Run npm run move once more, if it does not run: it goes on where it was.'
        : 'Let writes through again: npm run admin -- read-only off.',
    ),
  ];
}

async function checkMigrations(db: Database): Promise<Finding[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const isMigrated = tables.some(({ name }) => name === 'kysely_migration');
  const { rows } = isMigrated
    ? await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    : { rows: [] };
  const done = rows.map(({ name }) => name);
  const names = Object.keys(migrations);
  const missing = names.filter((name) => !done.includes(name));
  const newer = done.filter((name) => !names.includes(name));
  if (newer.length > 0)
    return [
      error(
        `The database is from a newer release: it has ${newer.join(', ')}.`,
        'Run that release again, or restore the backup from before the upgrade.',
      ),
    ];
  if (missing.length > 0)
    return [
      warning(
        `${missing.length} of ${names.length} migrations have not run, from ${missing[0]} on.`,
        'Take a backup and start the server of this release: it runs them.',
      ),
    ];
  return [ok(`All ${names.length} migrations have run.`)];
}

async function checkPostgres(db: Database): Promise<Finding[]> {
  const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
  const version = rows[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < OLDEST_POSTGRES)
    return [
      warning(
        `PostgreSQL ${version} gets no more corrections.`,
        `Upgrade it to version ${OLDEST_POSTGRES} or later.`,
      ),
    ];
  return [ok(`PostgreSQL ${version} answers.`)];
}

async function checkSqlite(db: Database): Promise<Finding[]> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(20)`.execute(db);
  const faults = rows.map(({ quick_check }) => quick_check).filter((line) => line !== 'ok');
  if (faults.length > 0)
    return [damagedFinding(faults.slice(0, MOST_LINES).join('; ').replaceAll('\n', ' '))];
  const pointless = await sql<{ table: string; parent: string }>`
    select "table", parent from pragma_foreign_key_check limit 20`.execute(db);
  const [first] = pointless.rows;
  if (first)
    return [
      error(
        `Rows of ${first.table} point at rows of ${first.parent} that are not there (${pointless.rows.length} seen).`,
        'Restore the newest backup: something other than Vitrin has written to the database.',
      ),
    ];
  return [ok('SQLite answers, and its file is whole.')];
}
