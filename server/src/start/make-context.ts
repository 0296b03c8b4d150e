import { join } from 'node:path';
import type { LogEvent } from 'kysely';
import { type DestinationStream, pino } from 'pino';
import { createIdentityProvider } from '../adapters/identity/openid-provider.ts';
import { createOutboxMailer } from '../adapters/mail/outbox-mailer.ts';
import { createPayments } from '../adapters/payments/create-gateway.ts';
import { createStorage } from '../adapters/storage/create-storage.ts';
import { type Config, isLoopback } from '../config/config.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/connect.ts';
import { isDatabaseDamaged } from '@vitrin/engine/sql/errors.ts';
import { REPLACE_DAMAGED } from '../database/data-dir/replace-damaged.ts';
import { ConfigError } from '../errors.ts';
import { LOG_OPTIONS } from '../http/logs/log-options.ts';
import { measures } from '../metrics/metrics-endpoint.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Traces } from '../tracing/traces.ts';

const LOG_BUFFER_BYTES = 64 * 1024;
/** A pipe takes this much in one piece from several processes. */
const SHARED_LOG_WRITE_BYTES = 4096;
const LOG_FLUSH_MILLISECONDS = 250;

export async function makeContext(
  config: Config,
  log: Context['log'],
  db: Database,
  { metrics, traces }: Watching,
  parts?: string,
): Promise<Context> {
  const plain = await createStorage(config, parts);
  const storage = metrics?.measured(plain) ?? plain;
  return {
    config,
    db,
    mailer: await createMailer(config, log),
    storage: traces?.measured(storage) ?? storage,
    identity: createIdentityProvider(config),
    payments: await createPayments(config),
    log,
    now: () => new Date(),
  };
}

/** Buffers log lines, as a system call each would cost more than many answers; a killed process may lose the last. */
export function createLog({ logLevel: level, workers }: Config, worker = 1): Context['log'] {
  const isShared = workers > 1;
  const destination = pino.destination({
    sync: false,
    contentMode: 'buffer',
    minLength: isShared ? SHARED_LOG_WRITE_BYTES / 2 : LOG_BUFFER_BYTES,
    maxWrite: isShared ? SHARED_LOG_WRITE_BYTES : 2 * LOG_BUFFER_BYTES,
  });
  const log = pino({ level, ...LOG_OPTIONS }, asBytes(destination));
  setInterval(() => log.flush(), LOG_FLUSH_MILLISECONDS).unref();
  return isShared ? log.child({ worker }) : log;
}

/** Hands lines over as bytes: of waiting text sonic-boom would count all bytes anew with each line. */
function asBytes(
  destination: ReturnType<typeof pino.destination>,
): DestinationStream & { flush: () => void } {
  const write = destination.write.bind(destination) as (bytes: string | Buffer) => boolean;
  return { write: (line) => void write(Buffer.from(line)), flush: () => destination.flush() };
}

export type Watching = {
  metrics: Metrics | undefined;
  traces: Traces | undefined;
  noteStatement: ((event: LogEvent) => void) | undefined;
};

export async function loadWatching(config: Config, log: Context['log'], worker = 1): Promise<Watching> {
  const named = config.workers > 1 ? worker : undefined;
  const metrics = measures(config) ? (await import('../metrics/metrics.ts')).createMetrics(named) : undefined;
  const traces =
    config.tracing.address === undefined
      ? undefined
      : (await import('../tracing/traces.ts')).createTraces(config, log, named);
  const listeners = [metrics?.noteStatement, traces?.noteStatement].filter((each) => each !== undefined);
  const noteStatement = (event: LogEvent) => {
    for (const note of listeners) note(event);
  };
  return { metrics, traces, noteStatement: listeners.length === 0 ? undefined : noteStatement };
}

/** Runs a step of the start; an expected error ends the process with `sentence` instead of a stack. */
export async function orStopWith<T>(sentence: string, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (isDatabaseDamaged(error)) throw error;
    const { code } = error as { code?: unknown };
    if (typeof code !== 'string') throw error;
    throw new ConfigError(`${sentence}: ${error instanceof Error && error.message ? error.message : code}.`);
  }
}

export async function startOrSay(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    const sentence = isDatabaseDamaged(error)
      ? `The database file vitrin.sqlite in DATA_DIR is damaged (${error.message}): ${REPLACE_DAMAGED}.`
      : error instanceof ConfigError && error.message;
    if (sentence === false) throw error;
    process.stderr.write(`Vitrin cannot start: ${sentence}\n`);
    process.exit(1);
  }
}

async function createMailer(config: Config, log: Context['log']) {
  if (config.smtpUrl) {
    const { createSmtpMailer } = await import('../adapters/mail/smtp-mailer.ts');
    return createSmtpMailer(config.smtpUrl, config.mailFrom);
  }
  return createOutboxMailer(
    join(config.dataDir, 'outbox'),
    config.mailFrom,
    log,
    isLoopback(config.publicUrl),
  );
}
