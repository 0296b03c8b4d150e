import type { FastifyInstance } from 'fastify';

const ORDINARY_MILLISECONDS = 10_000;

/** Stops on SIGTERM or SIGINT: requests get ten seconds, the rest is cut. `release` frees what the last hooks need. */
export function stopGracefully(app: FastifyInstance, release: () => Promise<void>): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    app.log.info({ signal }, 'Stopping');
    setTimeout(() => app.server.closeAllConnections(), ORDINARY_MILLISECONDS).unref();
    void app
      .close()
      .then(release)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          app.log.error({ err: error }, 'Could not stop cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
