import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { ConfigError } from '../errors.ts';
import { createChangeTriggers } from './changes/triggers.ts';
import { type Database, isPostgres } from './connect.ts';
import { type MigrationFile, migrationOf } from '@vitrin/engine/sql/migration-steps.ts';
import * as accounts from './migrations/0001-0019/0001-accounts.ts';
import * as plans from './migrations/0001-0019/0002-plans.ts';
import * as projects from './migrations/0001-0019/0003-projects.ts';
import * as jobs from './migrations/0001-0019/0004-jobs.ts';
import * as devicesAndProviders from './migrations/0001-0019/0005-devices-and-providers.ts';
import * as payments from './migrations/0001-0019/0007-payments.ts';
import * as eventDays from './migrations/0001-0019/0008-event-days.ts';
import * as runningPurchase from './migrations/0001-0019/0009-running-purchase.ts';
import * as refunds from './migrations/0001-0019/0010-refunds.ts';
import * as uploadHolds from './migrations/0001-0019/0011-upload-holds.ts';
import * as syncedBytes from './migrations/0001-0019/0012-synced-bytes.ts';
import * as pictures from './migrations/0001-0019/0013-pictures.ts';
import * as movePictures from './migrations/0001-0019/0014-move-pictures.ts';
import * as nameKeys from './migrations/0001-0019/0015-name-keys.ts';
import * as deviceTrust from './migrations/0001-0019/0016-device-trust-and-pending-identities.ts';
import * as accountSecurity from './migrations/0001-0019/0017-account-security.ts';
import * as textBytes from './migrations/0020-0039/0020-text-bytes.ts';
import * as purchaseTurns from './migrations/0020-0039/0021-purchase-turns.ts';
import * as covers from './migrations/0020-0039/0022-covers.ts';
import * as visits from './migrations/0020-0039/0023-visits.ts';
import * as wholePictures from './migrations/0020-0039/0026-whole-pictures.ts';
import * as previews from './migrations/0020-0039/0027-previews.ts';
import * as filmsAgain from './migrations/0020-0039/0028-films-again.ts';
import * as deliveries from './migrations/0020-0039/0032-deliveries.ts';
import * as ledger from './migrations/0020-0039/0032-ledger.ts';
import * as backupDrills from './migrations/0020-0039/0033-backup-drills.ts';
import * as notices from './migrations/0020-0039/0035-notices.ts';
import * as ledgerStamps from './migrations/0020-0039/0036-ledger-stamps.ts';
import * as faces from './migrations/0020-0039/0037-faces.ts';
import * as plays from './migrations/0040-0059/0040-plays.ts';
import * as drafts from './migrations/0040-0059/0042-drafts.ts';
import * as erasures from './migrations/0040-0059/0044-erasures.ts';
import * as exportsOfFreelancers from './migrations/0040-0059/0046-exports.ts';
import * as imports from './migrations/0040-0059/0047-imports.ts';
import * as installation from './migrations/0040-0059/0049-installation.ts';
import * as droppedNotices from './migrations/0040-0059/0051-dropped-notices.ts';
import * as eventHours from './migrations/0040-0059/0052-event-hours.ts';
import * as originsOfJobs from './migrations/0040-0059/0053-origins-of-jobs.ts';
import * as sumsOfOldEvents from './migrations/0040-0059/0054-sums-of-old-events.ts';
import * as credits from './migrations/0040-0059/0056-credits.ts';
import * as fileSums from './migrations/0040-0059/0057-file-sums.ts';
import * as turnsOfJobs from './migrations/0040-0059/0058-turns-of-jobs.ts';
import * as signupNetworks from './migrations/0040-0059/0059-signup-networks.ts';
import * as derivedRounds from './migrations/0060-0079/0060-derived-rounds.ts';
import * as derivedFiles from './migrations/0060-0079/0061-derived-files.ts';
import * as origins from './migrations/0060-0079/0063-origins.ts';
import * as broughtBefore from './migrations/0060-0079/0064-brought-before.ts';
import * as truePlanTexts from './migrations/0060-0079/0065-true-plan-texts.ts';
import * as withdrawnReceiptKeys from './migrations/0060-0079/0066-withdrawn-receipt-keys.ts';
import * as progressOfUnfinished from './migrations/0060-0079/0068-progress-of-unfinished.ts';
import * as foldedUsernames from './migrations/0060-0079/0069-folded-usernames.ts';
import * as addressesOfSeveralClients from './migrations/0060-0079/0070-addresses-of-several-clients.ts';
import * as returnedMoney from './migrations/0060-0079/0072-returned-money.ts';
import * as typesByStreams from './migrations/0060-0079/0074-types-by-streams.ts';
import * as datesOfFiles from './migrations/0060-0079/0075-dates-of-files.ts';
import * as promisedDays from './migrations/0060-0079/0076-promised-days.ts';
import * as mailedInvitations from './migrations/0060-0079/0078-mailed-invitations.ts';
import * as secondFactors from './migrations/0060-0079/0079-second-factors.ts';
import * as planCapabilities from './migrations/0080-plan-capabilities.ts';
import * as apiTokens from './migrations/0081-tokens.ts';
import * as completedMilestones from './migrations/0083-completed-milestones.ts';
import * as feeds from './migrations/0084-feeds.ts';
import * as peopleOfClients from './migrations/0085-people-of-clients.ts';
import * as passkeys from './migrations/0086-passkeys.ts';
import * as programEvents from './migrations/0087-program-events.ts';
import * as captions from './migrations/0088-captions.ts';
import * as endpoints from './migrations/0089-endpoints.ts';
import * as acceptances from './migrations/0090-acceptances.ts';
import * as supportRequests from './migrations/0093-support-requests.ts';
import * as sections from './migrations/0094-sections.ts';
import * as boards from './migrations/0095-boards.ts';
import * as links from './migrations/0096-links.ts';
import * as invoices from './migrations/0097-invoices.ts';
import * as sectionsOfUploads from './migrations/0100-sections-of-uploads.ts';
import * as linkLooks from './migrations/0102-link-looks.ts';
import * as billingDetails from './migrations/0103-billing-details.ts';
import * as returnedInvoices from './migrations/0104-returned-invoices.ts';
import * as issuedInvoices from './migrations/0105-issued-invoices.ts';
import * as webSizes from './migrations/0106-web-sizes.ts';
import * as figuresOfEvents from './migrations/0108-figures-of-events.ts';
import * as invoicesByTime from './migrations/0109-invoices-by-time.ts';
import * as lastUses from './migrations/0110-last-uses.ts';
import * as linkKeys from './migrations/0111-link-keys.ts';

/** Released migrations never change; a new one takes the next number after the last, and gaps stay. */
export const migrations: Record<string, MigrationFile> = {
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
  '0028-films-again': filmsAgain,
  '0032-deliveries': deliveries,
  '0032-ledger': ledger,
  '0033-backup-drills': backupDrills,
  '0035-notices': notices,
  '0036-ledger-stamps': ledgerStamps,
  '0037-faces': faces,
  '0040-plays': plays,
  '0042-drafts': drafts,
  '0044-erasures': erasures,
  '0046-exports': exportsOfFreelancers,
  '0047-imports': imports,
  '0049-installation': installation,
  '0051-dropped-notices': droppedNotices,
  '0052-event-hours': eventHours,
  '0053-origins-of-jobs': originsOfJobs,
  '0054-sums-of-old-events': sumsOfOldEvents,
  '0056-credits': credits,
  '0057-file-sums': fileSums,
  '0058-turns-of-jobs': turnsOfJobs,
  '0059-signup-networks': signupNetworks,
  '0060-derived-rounds': derivedRounds,
  '0061-derived-files': derivedFiles,
  '0063-origins': origins,
  '0064-brought-before': broughtBefore,
  '0065-true-plan-texts': truePlanTexts,
  '0066-withdrawn-receipt-keys': withdrawnReceiptKeys,
  '0068-progress-of-unfinished': progressOfUnfinished,
  '0069-folded-usernames': foldedUsernames,
  '0070-addresses-of-several-clients': addressesOfSeveralClients,
  '0072-returned-money': returnedMoney,
  '0074-types-by-streams': typesByStreams,
  '0075-dates-of-files': datesOfFiles,
  '0076-promised-days': promisedDays,
  '0078-mailed-invitations': mailedInvitations,
  '0079-second-factors': secondFactors,
  '0080-plan-capabilities': planCapabilities,
  '0081-tokens': apiTokens,
  '0083-completed-milestones': completedMilestones,
  '0084-feeds': feeds,
  '0085-people-of-clients': peopleOfClients,
  '0086-passkeys': passkeys,
  '0087-program-events': programEvents,
  '0088-captions': captions,
  '0089-endpoints': endpoints,
  '0090-acceptances': acceptances,
  '0093-support-requests': supportRequests,
  '0094-sections': sections,
  '0095-boards': boards,
  '0096-links': links,
  '0097-invoices': invoices,
  '0100-sections-of-uploads': sectionsOfUploads,
  '0102-link-looks': linkLooks,
  '0103-billing-details': billingDetails,
  '0104-returned-invoices': returnedInvoices,
  '0105-issued-invoices': issuedInvoices,
  '0106-web-sizes': webSizes,
  '0108-figures-of-events': figuresOfEvents,
  '0109-invoices-by-time': invoicesByTime,
  '0110-last-uses': lastUses,
  '0111-link-keys': linkKeys,
};

/**
 * Migrates to the current schema, safely for instances starting at once. Returns migrations of a later release, with
 * which PostgreSQL still works during an upgrade (specification 12.11); a later SQLite database throws.
 */
export async function migrateToLatest(db: Database): Promise<string[]> {
  try {
    await runMigrations(db);
  } catch (error) {
    const later = await migrationsOfLaterRelease(db);
    if (later.length > 0 && isPostgres(db)) return later;
    if (later.length > 0)
      throw new ConfigError(
        `The database is of a later release, which has ${later.join(', ')}: start that release, or restore a backup.`,
      );
    throw error;
  }
  await createChangeTriggers(db);
  return [];
}

/** Migrates to the current schema alone, for a database that no server uses yet. */
export async function runMigrations(db: Database): Promise<void> {
  await migrateTo(db, Object.keys(migrations).at(-1) ?? '');
}

export async function migrateTo(db: Database, name: string): Promise<void> {
  const ready = Object.entries(migrations).map(([one, file]) => [one, migrationOf(one, file)] as const);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(Object.fromEntries(ready)) },
    // Kysely's connection holds its lock, and each migration makes its own transactions.
    disableTransactions: isPostgres(db),
  });
  const { error } = await migrator.migrateTo(name);
  if (error instanceof Error) throw error;
  if (error !== undefined) throw new Error('The migrations failed', { cause: error });
}

/** Returns the migrations that have run and are unknown to this release; none where one of this release is missing. */
async function migrationsOfLaterRelease(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  const listed = new Set(Object.keys(migrations));
  return listed.isSubsetOf(done) ? [...done.difference(listed)] : [];
}
