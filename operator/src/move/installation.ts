import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createStorage } from '@vitrin/server/adapters/storage/create-storage.ts';
import type { Storage } from '@vitrin/engine/storage/storage.ts';
import { storeNameOf } from '@vitrin/server/adapters/storage/store-name.ts';
import { type Config, inspectConfig } from '@vitrin/server/config/config.ts';
import { connectDatabase, type Database } from '@vitrin/server/database/connect.ts';
import { MoveError } from './errors.ts';

/** Configuration of one side of a move, with names of its database and store. */
export type Installation = {
  config: Config;
  /** Name of the database without secrets; equal for the same database. */
  database: string;
  store: string;
  /** Path or bucket; two local folders share the name in `store` but differ here. */
  storeLocation: string;
};

/** An installation as its environment says. Throws MoveError, with `what` in front, where that cannot work. */
export function installationOf(environment: Record<string, string | undefined>, what: string): Installation {
  const { config, problems } = inspectConfig(environment);
  if (!config) throw new MoveError(`${what}: ${problems.join(' ')}`);
  const store = storeNameOf(config);
  return {
    config,
    database: databaseNameOf(config),
    store,
    storeLocation: config.s3 ? store : join(config.dataDir, 'files'),
  };
}

/** Overrides the environment with the variables of a file. Throws MoveError if the file cannot be read. */
export function changedBy(
  file: string,
  environment: Record<string, string | undefined>,
): Record<string, string | undefined> {
  if (!existsSync(file)) throw new MoveError(`There is no file ${file}.`);
  return { ...environment, ...parseEnv(readFileSync(file, 'utf8')) };
}

function databaseNameOf({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return `SQLite in ${dataDir}`;
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `PostgreSQL at ${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}

/** Describes database and file store in a few words, for people. */
export function describeInstallation({ database, store, storeLocation }: Installation): string {
  return `${database}, files ${store === 'the disk' ? `in ${storeLocation}` : `in ${store}`}`;
}

/** Names a move by where it begins and ends, so that the same call again goes on with it. */
export function nameMove(from: Installation, to: Installation): string {
  const locations = [from.database, from.storeLocation, to.database, to.storeLocation];
  return hash('sha256', JSON.stringify(locations)).slice(0, 16);
}

export function openDatabase(
  { config: { databaseUrl, dataDir } }: Installation,
  file = 'vitrin.sqlite',
): Database {
  return connectDatabase(databaseUrl === undefined ? { sqlitePath: join(dataDir, file) } : { databaseUrl });
}

export function openStorage({ config }: Installation): Promise<Storage> {
  return createStorage(config);
}
