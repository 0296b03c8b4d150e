import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { besideReserve } from '../adapters/storage/beside-reserve.ts';
import { storeNameOf } from '../adapters/storage/store-name.ts';
import { buildApp } from '../app.ts';
import { operator } from '@vitrin/operator/in-server.ts';
import { type Config, readConfig, readLocations } from '../config/config.ts';
import type { Context } from '../context.ts';
import { connectDatabase, type Database } from '../database/connect.ts';
import { lockDataDir } from '../database/data-dir-lock.ts';
import { beginStart, KEY_MADE_ANEW, lacksKey } from '../database/data-dir/lost-database.ts';
import { createReserve, type Reserve } from '@vitrin/engine/disk/reserve.ts';
import { migrateToLatest } from '../database/migrate.ts';
import { lookAtPostgres } from '../database/postgres/look-at-postgres.ts';
import { eraseAgain } from '../features/account/service.ts';
import { refuseMoved } from '../database/read-only/refuse-moved.ts';
import { startSweepingAccounts } from '../features/auth/jobs.ts';
import { startSweepingArchives } from '../features/archives/jobs.ts';
import { loadCommonPasswords } from '../features/auth/passwords/common-passwords.ts';
import { legalTextsOf } from '../features/checkout/legal/legal-texts.ts';
import { startSweeping } from '../features/files/jobs.ts';
import { startStamping } from '../features/ledger/stamps.ts';
import { startSweepingPictures } from '../features/pictures/jobs.ts';
import { stopGracefully } from '../http/graceful-stop.ts';
import { scheduleDaily } from '../jobs/daily.ts';
import {
  createLog,
  loadWatching,
  makeContext,
  orStopWith,
  startOrSay,
  type Watching,
} from './make-context.ts';
import { listenForMetrics } from '../metrics/metrics-endpoint.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { sandboxLevel } from '@vitrin/engine/sandbox/levels.ts';

/** Starts the server, or ends the process with one sentence that says why it cannot start. */
export async function start(): Promise<void> {
  await startOrSay(listen);
}

async function listen(): Promise<void> {
  // Only this user of the machine may read the database, uploads and mails with links in them.
  process.umask(0o077);
  const locations = readLocations();
  // Asked before the keys are made, which would hide that a first start has nothing yet.
  const endFirstStart = locations.databaseUrl === undefined ? beginStart(locations.dataDir) : () => {};
  const lackedKey = locations.databaseUrl === undefined && lacksKey(locations.dataDir);
  const config = readConfig();
  legalTextsOf(config);
  const log = createLog(config);
  if (lackedKey && !lacksKey(config.dataDir)) log.warn(KEY_MADE_ANEW);
  if (!config.databaseUrl) lockDataDir(config.dataDir);
  if (!config.rateLimits) log.warn('RATE_LIMITS is off: anybody may guess passwords as fast as they like');
  const watching = await loadWatching(config, log);
  const { metrics, traces } = watching;
  const isPooled = await isBehindPooler(config, log);
  const reserve = config.databaseUrl === undefined ? await takeReserve(config, log) : undefined;
  const db = await connect(config, isPooled, watching, reserve);
  await orStopWith('The database cannot be used', operator.refuseUnfinishedRestore(config.dataDir, db));
  await orStopWith('The database cannot be used', refuseMoved(db, storeNameOf(config)));
  const later = await orStopWith('The database cannot be used', migrateToLatest(db));
  if (later.length > 0)
    log.warn(
      { migrations: later },
      'The database is of a later release: this instance serves beside it until it is replaced',
    );
  endFirstStart();

  const made = await makeContext(config, log, db, watching);
  const context = reserve ? { ...made, storage: besideReserve(made.storage, reserve) } : made;
  const app = await buildApp(context, { metrics, traces });
  loadCommonPasswords();
  await app.readOnly.refresh();
  // Enqueued before the server listens, so that a signal to stop finds nothing half begun.
  if (app.readOnly.reason() === undefined) {
    await eraseAgain(context);
    await scheduleJobs(context);
  }
  if (metrics && config.metrics.port !== undefined) {
    const listening = listenForMetrics(context, metrics);
    await orStopWith(
      `METRICS_HOST ${config.metrics.host} and METRICS_PORT ${config.metrics.port} cannot be used`,
      listening,
    );
    const endpoint = await listening;
    app.addHook('onClose', () => void endpoint.close());
  }
  stopGracefully(app, async () => {
    await db.destroy();
    await traces?.stop();
  });
  const port = await listenAt(app, context, { metrics, isPooled });
  if (!config.isPublicUrlGiven && config.port === 0) config.publicUrl = `http://localhost:${port}`;
  app.jobs.start();
  app.readOnly.start((reason) => {
    log.warn(
      { reason },
      reason === undefined ? 'Writes are let through again' : 'The installation is read only',
    );
    if (reason === undefined)
      scheduleJobs(context).catch((error: unknown) =>
        log.error({ err: error }, 'Jobs could not be scheduled'),
      );
  });
  await app.changeStreams.start();
  app.transfers.start();
  log.info({ sandbox: sandboxLevel() }, 'Files of strangers are read in a sandbox of this level');
  log.info(`Vitrin is open at ${config.publicUrl}`);
}

async function scheduleJobs(context: Context): Promise<void> {
  await startSweepingAccounts(context);
  await startSweeping(context);
  await startSweepingPictures(context);
  await startSweepingArchives(context);
  await scheduleDaily(context, 'reconcile-payments');
  await scheduleDaily(context, 'sweep-events');
  await scheduleDaily(context, 'sweep-plays');
  await operator.schedule(context);
  await startStamping(context);
}

/** Listens by itself, or together with workers; resolves to the port. */
async function listenAt(
  app: FastifyInstance,
  context: Context,
  { metrics, isPooled }: { metrics: Metrics | undefined; isPooled: boolean },
): Promise<number> {
  const { host, port, workers } = context.config;
  const sentence = `HOST ${host} and PORT ${port} cannot be used`;
  if (workers > 1) {
    const { listenWithWorkers } = await import('./start-workers.ts');
    return orStopWith(sentence, listenWithWorkers(app, context, { metrics, isPooled }));
  }
  await orStopWith(sentence, app.listen({ host, port }));
  const address = app.server.address();
  return typeof address === 'object' && address ? address.port : port;
}

/** Keeps space for what must go on when the disk is full. PostgreSQL has its own disk and needs none here. */
async function takeReserve({ dataDir }: Config, log: Context['log']): Promise<Reserve> {
  const reserve = createReserve(dataDir, {
    onChange(isHeld) {
      if (isHeld) log.info('There is room on the disk again: files are taken');
      else log.error({ alarm: 'disk-full' }, 'The disk is full: its reserve was given up, files are refused');
    },
  });
  if (!(await reserve.take()))
    log.error({ alarm: 'disk-full' }, 'The disk has no room for a reserve: files are refused');
  return reserve;
}

async function isBehindPooler({ databaseUrl }: Config, log: Context['log']): Promise<boolean> {
  if (databaseUrl === undefined) return false;
  const { isPooled } = await orStopWith('The database cannot be used', lookAtPostgres(databaseUrl));
  if (isPooled)
    log.warn(
      'DATABASE_URL leads through a pooler in transaction mode: statements are planned anew at each call, and pages hear nothing of changes by others until they are loaded anew',
    );
  return isPooled;
}

async function connect(
  { databaseUrl, dataDir, workers }: Config,
  isPooled: boolean,
  { noteStatement }: Watching,
  reserve: Reserve | undefined,
): Promise<Database> {
  if (databaseUrl === undefined)
    return connectDatabase(
      { sqlitePath: join(dataDir, 'vitrin.sqlite'), ...(reserve && { makeRoom: reserve.giveUp }) },
      noteStatement,
    );
  if (workers === 1) return connectDatabase({ databaseUrl, isPooled }, noteStatement);
  const { connectionsOfEach } = await import('../workers/pool-share.ts');
  const maxConnections = connectionsOfEach(workers);
  return connectDatabase({ databaseUrl, isPooled, maxConnections }, noteStatement);
}
