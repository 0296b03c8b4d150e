import { rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { buildApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { connectDatabase } from '../database/connect.ts';
import { loadCommonPasswords } from '../features/auth/passwords/common-passwords.ts';
import { stopGracefully } from '../http/graceful-stop.ts';
import { createLog, loadWatching, makeContext, startOrSay } from './make-context.ts';
import { takeConnections } from '@vitrin/engine/workers/connections.ts';
import type { FromWorker, ToWorker, WorkerSetup } from '../workers/messages.ts';
import { isNoMetrics, isOwnRead } from '../workers/own-requests.ts';
import { answerOnly, passOnTo } from '@vitrin/engine/workers/pass-on.ts';
import { connectionsOfEach } from '../workers/pool-share.ts';

/** Starts a worker that ends with the first process; on SQLite it only reads and passes on the rest. */
export async function startWorker(argument: string): Promise<void> {
  // Nothing may answer without the process that holds the lock on DATA_DIR.
  process.once('disconnect', () => process.exit(1));
  await startOrSay(() => serve(JSON.parse(argument) as WorkerSetup));
}

async function serve({ worker, workers, socketPath, isPooled }: WorkerSetup): Promise<void> {
  process.umask(0o077);
  const config = readConfig();
  const log = createLog(config, worker);
  const watching = await loadWatching(config, log, worker);
  const { metrics, traces, noteStatement } = watching;
  const { databaseUrl } = config;
  const isInstance = databaseUrl !== undefined;
  const db = isInstance
    ? connectDatabase({ databaseUrl, isPooled, maxConnections: connectionsOfEach(workers) }, noteStatement)
    : connectDatabase({ sqlitePath: join(config.dataDir, 'vitrin.sqlite'), readOnly: true }, noteStatement);
  const made = await makeContext(config, log, db, watching, `parts-${worker}`);
  const context = isInstance
    ? made
    : {
        ...made,
        handOver: (kind: 'events' | 'deliveries' | 'shown', counted: unknown[]) => send({ kind, counted }),
      };
  const passOn = passOnTo(socketPath);
  const app = await buildApp(context, { metrics, traces, ...(!isInstance && { passOn }) });
  answerOnly(app.requests, isInstance ? isNoMetrics : isOwnRead, passOn);
  const connections = takeConnections(app.server);
  app.addHook('preClose', () => connections.ended());
  if (isInstance) loadCommonPasswords();
  await app.readOnly.refresh();
  // Node ends slow connections only for a server that listens, so it listens although the first process hands
  // connections over.
  const ownPath = `${socketPath}-${worker}`;
  // Left by the worker that this one replaces, when it was killed.
  rmSync(ownPath, { force: true });
  await app.listen({ path: ownPath });
  if (isInstance) {
    app.jobs.start();
    await app.changeStreams.start();
  }
  // The first process logs a change; each looks for itself.
  app.readOnly.start(() => {});
  app.transfers.start();
  stopGracefully(app, async () => {
    await db.destroy();
    await traces?.stop();
  });
  process.on('message', (message: ToWorker, socket: Socket | undefined) => {
    if (message.kind === 'connection') {
      // The connection may have closed on its way.
      if (socket) connections.take(socket);
      return;
    }
    void metrics?.own().then((measured) => send({ kind: 'measured', question: message.question, measured }));
  });
  await send({ kind: 'ready' });
}

/** Resolves once the message is sent, or the first process is gone. */
function send(message: FromWorker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  process.send?.(message, undefined, undefined, () => resolve());
  return promise;
}
