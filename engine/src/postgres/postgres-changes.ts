import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type ChangeListener, type ChangeSource } from '../sql/change-source.ts';

const PROBE_MILLISECONDS = 3000;
const CHECK_MILLISECONDS = 15_000;
const SHORTEST_PAUSE_MILLISECONDS = 200;
const LONGEST_PAUSE_MILLISECONDS = 10_000;

export type ListenNames = {
  channel: string;
  applicationName: string;
  /** Logged if no notification arrives: a pooler in transaction mode drops LISTEN. */
  unheard: string;
};

/** Publishes the changes that any process commits to PostgreSQL, received over its own connection. */
export class PostgresChanges implements ChangeSource {
  readonly #databaseUrl: string;
  readonly #names: ListenNames;

  constructor(databaseUrl: string, names: ListenNames) {
    [this.#databaseUrl, this.#names] = [databaseUrl, names];
  }

  /** A broken connection is replaced after longer and longer pauses, and counts as a gap. */
  async listen(listener: ChangeListener): Promise<() => Promise<void>> {
    const stop = new AbortController();
    const first = Promise.withResolvers<void>();
    const running = this.#keepListening(listener, stop.signal, first.resolve);
    await first.promise;
    return async () => {
      stop.abort();
      await running;
    };
  }

  async #keepListening(listener: ChangeListener, stop: AbortSignal, onFirst: () => void): Promise<void> {
    let failures = 0;
    for (let isFirst = true; !stop.aborted; isFirst = false) {
      try {
        await listenOnce(this.#databaseUrl, this.#names, listener, stop, () => {
          failures = 0;
          if (!isFirst) listener.onGap();
          onFirst();
        });
      } catch (error) {
        listener.log.warn({ err: error }, 'The connection for live updates broke and is made anew');
      }
      onFirst();
      failures += 1;
      const longest = Math.min(SHORTEST_PAUSE_MILLISECONDS * 2 ** failures, LONGEST_PAUSE_MILLISECONDS);
      await pause(longest * (0.5 + Math.random() / 2), undefined, { signal: stop, ref: false }).catch(
        () => {},
      );
    }
  }
}

async function listenOnce(
  databaseUrl: string,
  { channel, applicationName, unheard }: ListenNames,
  listener: ChangeListener,
  stop: AbortSignal,
  onReady: () => void,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  const ended = Promise.withResolvers<void>();
  client.once('error', ended.reject);
  client.once('end', ended.resolve);
  ended.promise.catch(() => {});
  const probe = `probe ${randomUUID()}`;
  let isHeard = false;
  client.on('notification', ({ payload = '' }) => {
    if (payload === probe) isHeard = true;
    else if (!payload.startsWith('probe ')) listener.onChanges([payload]);
  });
  stop.addEventListener('abort', () => ended.resolve(), { once: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    onReady();
    await client.query('select pg_notify($1, $2)', [channel, probe]);
    const checked = performance.now();
    const check = () => void client.query('select 1').catch(ended.reject);
    timer = setInterval(check, CHECK_MILLISECONDS).unref();
    const warning = setTimeout(() => {
      if (isHeard) return;
      listener.log.warn({ milliseconds: Math.round(performance.now() - checked) }, unheard);
    }, PROBE_MILLISECONDS).unref();
    await ended.promise.finally(() => clearTimeout(warning));
  } finally {
    clearInterval(timer);
    await client.end().catch(() => {});
  }
}
