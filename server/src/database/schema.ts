import type { UsersTable } from './tables/users.ts';
import type {
  EmailAddressesTable,
  KnownDevicesTable,
  SecurityEventsTable,
  SessionsTable,
  SocialAccountsTable,
  TakeBacksTable,
} from './tables/accounts.ts';
import type { PlanPricesTable, PlanTextsTable, PlansTable, SubscriptionsTable } from './tables/plans.ts';
import type { ProjectsTable } from './tables/projects.ts';
import type { MilestonesTable } from './tables/milestones.ts';
import type { VersionsTable } from './tables/versions.ts';
import type { FilesTable, UploadsTable } from './tables/files.ts';
import type { PicturesTable } from './tables/pictures.ts';
import type { EventDaysTable, EventsTable, VisitsTable } from './tables/events.ts';
import type {
  PaymentsTable,
  PurchaseFactsTable,
  PurchasesTable,
  WebhookEventsTable,
} from './tables/checkout.ts';
import type { JobsTable } from './tables/jobs.ts';
import type { RateLimitsTable } from './tables/rate-limits.ts';

/** Every table of the database; the types of their rows stand in `tables/`. */
export type Schema = {
  users: UsersTable;
  email_addresses: EmailAddressesTable;
  sessions: SessionsTable;
  known_devices: KnownDevicesTable;
  social_accounts: SocialAccountsTable;
  security_events: SecurityEventsTable;
  take_backs: TakeBacksTable;
  plans: PlansTable;
  plan_texts: PlanTextsTable;
  plan_prices: PlanPricesTable;
  subscriptions: SubscriptionsTable;
  projects: ProjectsTable;
  milestones: MilestonesTable;
  versions: VersionsTable;
  files: FilesTable;
  uploads: UploadsTable;
  pictures: PicturesTable;
  events: EventsTable;
  event_days: EventDaysTable;
  visits: VisitsTable;
  purchases: PurchasesTable;
  purchase_facts: PurchaseFactsTable;
  payments: PaymentsTable;
  webhook_events: WebhookEventsTable;
  jobs: JobsTable;
  rate_limits: RateLimitsTable;
};
