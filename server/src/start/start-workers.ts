import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { ConfigError } from '../errors.ts';
import { takeDeliveries } from '../features/deliveries/service.ts';
import { takeShown } from '../features/files/derived/shown.ts';
import { takeEvents } from '../features/events/service.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { takeConnections } from '@vitrin/engine/workers/connections.ts';
import { knowPeers } from '@vitrin/engine/workers/pass-on.ts';
import { superviseWorkers } from '../workers/supervise.ts';

/** The system limits paths of sockets; a worker adds its number. */
const LONGEST_SOCKET_PATH = 100;

/** Accepts all connections; answers a share, forwarded requests, and on SQLite all writes. Resolves to the port. */
export async function listenWithWorkers(
  app: FastifyInstance,
  context: Context,
  { metrics, isPooled }: { metrics: Metrics | undefined; isPooled: boolean },
): Promise<number> {
  const { config, log } = context;
  const socketPath = socketIn(config.dataDir, config.databaseUrl === undefined);
  const connections = takeConnections(app.server);
  knowPeers(app.requests, connections);
  const supervisor = superviseWorkers({
    setup: { workers: config.workers, socketPath, isPooled },
    environment: () => ({ PORT: String(port) }),
    take: (socket) => connections.take(socket),
    onCounted({ kind, counted }) {
      if (kind === 'events') takeEvents(context, counted as Parameters<typeof takeEvents>[1]);
      else if (kind === 'shown') takeShown(context, counted as number[]);
      else takeDeliveries(context, counted as Parameters<typeof takeDeliveries>[1]);
    },
    log,
  });
  metrics?.include(() => supervisor.measured());
  app.addHook('preClose', async () => {
    await Promise.all([supervisor.stop(), connections.ended()]);
  });
  await app.listen({ path: socketPath });
  const port = await supervisor.listen(config.host, config.port);
  log.info(
    `Server listening at http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
  );
  supervisor.start();
  return port;
}

/** Where this process is reached by the others. With the folder to itself it removes what a killed one left. */
function socketIn(dataDir: string, isAlone: boolean): string {
  if (isAlone) for (const name of globSync('worker-*.sock*', { cwd: dataDir })) rmSync(join(dataDir, name));
  const path = join(dataDir, `worker-${process.pid}.sock`);
  if (path.length > LONGEST_SOCKET_PATH)
    throw new ConfigError(`DATA_DIR ${dataDir} is too long a path for WORKERS above 1.`);
  // Left by a process that was killed and had the same number.
  rmSync(path, { force: true });
  return path;
}
