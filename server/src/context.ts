import type { FastifyBaseLogger } from 'fastify';
import type { IdentityProvider } from './adapters/identity/identity-provider.ts';
import type { Mailer } from './adapters/mail/mailer.ts';
import type { Storage } from '@vitrin/engine/storage/storage.ts';
import type { Payments } from './adapters/payments/gateway.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/connect.ts';

/** Sends a process's counts to the first process, by their kind; resolves once sent. */
type HandOver = (kind: 'events' | 'deliveries' | 'shown', counted: unknown[]) => Promise<void>;

/** Dependencies of services. Made once in start.ts, by an admin command, or by a test. */
export type Context = {
  config: Config;
  db: Database;
  mailer: Mailer;
  storage: Storage;
  identity: IdentityProvider | null;
  /** Null when payments are off. */
  payments: Payments | null;
  log: FastifyBaseLogger;
  /** Hands over counts beside answers to the first process; only in a worker that does not write (SQLite). */
  handOver?: HandOver;
  /** The only clock of the product, so that tests of expiry and billing can move it. */
  now: () => Date;
};

export function timestampOf({ now }: Pick<Context, 'now'>): string {
  return now().toISOString();
}

/** The time in so many seconds; a negative number gives a past time. */
export function timestampIn({ now }: Pick<Context, 'now'>, seconds: number): string {
  return new Date(now().getTime() + seconds * 1000).toISOString();
}
