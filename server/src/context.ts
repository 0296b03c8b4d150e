import type { FastifyBaseLogger } from 'fastify';
import type { IdentityProvider } from './adapters/identity/identity-provider.ts';
import type { Mailer } from './adapters/mail/mailer.ts';
import type { Storage } from './adapters/storage/storage.ts';
import type { PaymentGateway } from './adapters/payments/gateway.ts';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';

/** What services need. Made once in main.ts, or by a test. */
export type Context = {
  config: Config;
  db: Database;
  mailer: Mailer;
  storage: Storage;
  /** Null when social login is not configured. */
  identity: IdentityProvider | null;
  /** Null when payments are off. */
  payments: PaymentGateway | null;
  log: FastifyBaseLogger;
  /** The only clock of the product, so that expiry and billing are tested with a moved one. */
  now: () => Date;
};

/** The clock as rows and answers hold it. */
export function timestampOf({ now }: Pick<Context, 'now'>): string {
  return now().toISOString();
}

/** A time from now, negative for the past. */
export function timestampIn({ now }: Pick<Context, 'now'>, seconds: number): string {
  return new Date(now().getTime() + seconds * 1000).toISOString();
}
