import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import * as accounts from './migrations/0001-accounts.ts';
import * as plans from './migrations/0002-plans.ts';
import * as projects from './migrations/0003-projects.ts';
import * as jobs from './migrations/0004-jobs.ts';
import * as devicesAndProviders from './migrations/0005-devices-and-providers.ts';
import * as payments from './migrations/0007-payments.ts';
import * as eventDays from './migrations/0008-event-days.ts';
import * as runningPurchase from './migrations/0009-running-purchase.ts';
import * as refunds from './migrations/0010-refunds.ts';
import * as uploadHolds from './migrations/0011-upload-holds.ts';
import * as syncedBytes from './migrations/0012-synced-bytes.ts';
import * as pictures from './migrations/0013-pictures.ts';
import * as movePictures from './migrations/0014-move-pictures.ts';
import * as nameKeys from './migrations/0015-name-keys.ts';
import * as deviceTrust from './migrations/0016-device-trust-and-pending-identities.ts';
import * as accountSecurity from './migrations/0017-account-security.ts';
import * as textBytes from './migrations/0020-text-bytes.ts';
import * as purchaseTurns from './migrations/0021-purchase-turns.ts';
import * as covers from './migrations/0022-covers.ts';
import * as visits from './migrations/0023-visits.ts';
import * as wholePictures from './migrations/0026-whole-pictures.ts';
import * as previews from './migrations/0027-previews.ts';

/**
 * In the order of their names. A released migration never changes; a new one takes the next number after the last, gaps
 * stay.
 */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-plans': plans,
  '0003-projects': projects,
  '0004-jobs': jobs,
  '0005-devices-and-providers': devicesAndProviders,
  '0007-payments': payments,
  '0008-event-days': eventDays,
  '0009-running-purchase': runningPurchase,
  '0010-refunds': refunds,
  '0011-upload-holds': uploadHolds,
  '0012-synced-bytes': syncedBytes,
  '0013-pictures': pictures,
  '0014-move-pictures': movePictures,
  '0015-name-keys': nameKeys,
  '0016-device-trust-and-pending-identities': deviceTrust,
  '0017-account-security': accountSecurity,
  '0020-text-bytes': textBytes,
  '0021-purchase-turns': purchaseTurns,
  '0022-covers': covers,
  '0023-visits': visits,
  '0026-whole-pictures': wholePictures,
  '0027-previews': previews,
};

/** Migrates to the current schema. Safe when several instances start at once: Kysely holds a lock meanwhile. */
export async function migrateToLatest(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('The migrations failed', { cause: error });
}
