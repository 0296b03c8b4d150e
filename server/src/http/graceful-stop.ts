import type { FastifyInstance } from 'fastify';

const ORDINARY_MILLISECONDS = 10_000;

/**
 * On SIGTERM or SIGINT: accepts no new connection, gives requests ten seconds, cuts the rest (transfers) and ends the
 * process with 0. Uploads and downloads can be resumed later. `release` frees what the server's own last steps still
 * need; a hook of the server would run before these.
 */
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
