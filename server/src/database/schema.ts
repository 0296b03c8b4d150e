import type { UsersTable } from './tables/users.ts';
import type {
  EmailAddressesTable,
  FeedsTable,
  KnownDevicesTable,
  SecurityEventsTable,
  RecoveryCodesTable,
  PasskeysTable,
  SecondFactorsTable,
  SessionsTable,
  SocialAccountsTable,
  ReclaimsTable,
  UsedChallengesTable,
} from './tables/accounts.ts';
import type {
  PlanCapabilitiesTable,
  PlanPricesTable,
  PlanTextsTable,
  PlansTable,
  SubscriptionsTable,
} from './tables/plans.ts';
import type { ProjectsTable } from './tables/projects.ts';
import type { BillingDetailsTable } from './tables/billing-details.ts';
import type { InvoicesTable } from './tables/invoices.ts';
import type { AcceptancesTable, LegalTextsTable } from './tables/legal.ts';
import type { LinksTable } from './tables/links.ts';
import type { SectionsTable } from './tables/sections.ts';
import type { MilestonesTable } from './tables/milestones.ts';
import type { VersionsTable } from './tables/versions.ts';
import type { FilesTable, UploadsTable } from './tables/files.ts';
import type { DerivedFilesTable } from './tables/derived-files.ts';
import type { FileSumsTable } from './tables/file-sums.ts';
import type { PicturesTable } from './tables/pictures.ts';
import type {
  ImportedDeliveriesTable,
  DeliveriesTable,
  OriginsTable,
  PlaysTable,
} from './tables/deliveries.ts';
import type {
  LedgerEntriesTable,
  LedgerHeadsTable,
  LedgerPeopleTable,
  LedgerWaitsTable,
  ReceiptKeysTable,
} from './tables/ledger.ts';
import type { EventDaysTable, EventHoursTable, EventsTable, VisitsTable } from './tables/events.ts';
import type {
  KeptPaymentsTable,
  PaymentsTable,
  PurchaseFactsTable,
  PurchasesTable,
  WebhookEventsTable,
} from './tables/checkout.ts';
import type { JobsTable } from './tables/jobs.ts';
import type { BackupDrillsTable } from './tables/backup-drills.ts';
import type { ErasedAccountsTable, ErasuresTable } from './tables/erasures.ts';
import type { ExportEntriesTable, ExportsTable } from './tables/exports.ts';
import type { InstallationTable } from './tables/installation.ts';
import type { FacesTable } from './tables/faces.ts';
import type {
  ImportedReceiptsTable,
  ImportEntriesTable,
  ImportMarksTable,
  ImportsTable,
} from './tables/imports.ts';
import type { NoticesTable, UnwantedNoticesTable } from './tables/notices.ts';
import type { InvitationsTable } from './tables/invitations.ts';
import type { EndpointDeliveriesTable, EndpointsTable, ProgramEventsTable } from './tables/programs.ts';
import type { IdempotencyKeysTable, TokensTable } from './tables/tokens.ts';
import type { SupportRequestsTable } from './tables/support.ts';
import type { BoardsTable } from './tables/boards.ts';
import type { RateLimitsTable } from './tables/rate-limits.ts';

export type Schema = {
  users: UsersTable;
  email_addresses: EmailAddressesTable;
  sessions: SessionsTable;
  known_devices: KnownDevicesTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  feeds: FeedsTable;
  support_requests: SupportRequestsTable;
  boards: BoardsTable;
  passkeys: PasskeysTable;
  used_challenges: UsedChallengesTable;
  social_accounts: SocialAccountsTable;
  security_events: SecurityEventsTable;
  take_backs: ReclaimsTable;
  invitations: InvitationsTable;
  program_events: ProgramEventsTable;
  endpoints: EndpointsTable;
  endpoint_deliveries: EndpointDeliveriesTable;
  tokens: TokensTable;
  idempotency_keys: IdempotencyKeysTable;
  erasures: ErasuresTable;
  erased_accounts: ErasedAccountsTable;
  plans: PlansTable;
  plan_texts: PlanTextsTable;
  plan_prices: PlanPricesTable;
  plan_capabilities: PlanCapabilitiesTable;
  subscriptions: SubscriptionsTable;
  projects: ProjectsTable;
  milestones: MilestonesTable;
  versions: VersionsTable;
  files: FilesTable;
  file_sums: FileSumsTable;
  derived_files: DerivedFilesTable;
  uploads: UploadsTable;
  sections: SectionsTable;
  links: LinksTable;
  pictures: PicturesTable;
  events: EventsTable;
  event_days: EventDaysTable;
  event_hours: EventHoursTable;
  visits: VisitsTable;
  deliveries: DeliveriesTable;
  origins: OriginsTable;
  brought_deliveries: ImportedDeliveriesTable;
  plays: PlaysTable;
  ledger_heads: LedgerHeadsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_people: LedgerPeopleTable;
  ledger_waits: LedgerWaitsTable;
  receipt_keys: ReceiptKeysTable;
  purchases: PurchasesTable;
  purchase_facts: PurchaseFactsTable;
  payments: PaymentsTable;
  kept_payments: KeptPaymentsTable;
  legal_texts: LegalTextsTable;
  acceptances: AcceptancesTable;
  billing_details: BillingDetailsTable;
  invoices: InvoicesTable;
  webhook_events: WebhookEventsTable;
  jobs: JobsTable;
  backup_drills: BackupDrillsTable;
  installation: InstallationTable;
  faces: FacesTable;
  notices: NoticesTable;
  unwanted_notices: UnwantedNoticesTable;
  exports: ExportsTable;
  export_entries: ExportEntriesTable;
  imports: ImportsTable;
  import_entries: ImportEntriesTable;
  import_marks: ImportMarksTable;
  brought_receipts: ImportedReceiptsTable;
  rate_limits: RateLimitsTable;
};
