import type { Generated, GeneratedAlways } from 'kysely';
import type { ProjectStatus } from '@vitrin/shared/contract/projects.ts';
import type { StatusOverride } from '@vitrin/shared/rules/progress.ts';
import type { PaymentStatus } from '@vitrin/shared/contract/checkout.ts';
import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { SecurityEventKind } from '@vitrin/shared/contract/security.ts';
import type { Settlement } from '@vitrin/shared/rules/money/subscription.ts';
import type { Language, UserType } from '@vitrin/shared/contract/users.ts';

/** ISO 8601 UTC text in every row, on both databases. */
type Timestamp = string;

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
  purchases: PurchasesTable;
  purchase_facts: PurchaseFactsTable;
  payments: PaymentsTable;
  webhook_events: WebhookEventsTable;
  jobs: JobsTable;
  rate_limits: RateLimitsTable;
};

type UsersTable = {
  id: Generated<number>;
  username: string;
  /** For uniqueness and login, see usernameKey in shared/rules/names.ts. */
  username_key: string;
  /** For sorting and search, see nameKey in shared/rules/names.ts. */
  name_key: string;
  user_type: UserType;
  /** Null: no usable password (an invited customer, or a social account). */
  password_hash: string | null;
  password_changed_at: Timestamp | null;
  language: Language;
  /** The freelancer a customer belongs to; null for freelancers. */
  owner_id: number | null;
  extra_storage_gb: Generated<number>;
  /** How often the user verified an address; each time ends all earlier invitations. */
  verifications: Generated<number>;
  /** Reset links mailed before this time are ended. */
  last_login_at: Timestamp | null;
  last_seen: Timestamp | null;
  created_at: Timestamp;
};

type EmailAddressesTable = {
  id: Generated<number>;
  user_id: number;
  email: string;
  verified: boolean;
  /** Null while the address is not verified. */
  verified_at: Timestamp | null;
  is_primary: boolean;
  created_at: Timestamp;
};

type SessionsTable = {
  id: Generated<number>;
  /** SHA-256 of the cookie's value. */
  id_hash: string;
  /** Null while a step of signing in is pending. */
  user_id: number | null;
  user_agent: string;
  ip: string;
  /** JSON: AuthState of the authentication API. */
  state: string;
  created_at: Timestamp;
  last_seen: Timestamp;
  expires_at: Timestamp;
};

type KnownDevicesTable = {
  id: Generated<number>;
  user_id: number;
  /** HMAC of the user and the id in the cookie; for logins before migration 0016 the SHA-256 of the id. */
  id_hash: string;
  /** Failed logins on a trusted device have a counter of their own, until the password is reset. */
  is_trusted: Generated<boolean>;
  last_seen: Timestamp;
};

type SocialAccountsTable = {
  id: Generated<number>;
  user_id: number;
  provider: string;
  /** The provider's own id of the person; it never changes. */
  uid: string;
  /** Name or address to show to people. */
  display: string;
  /** Until this address is verified by the same person, the identity belongs to no account; null after that. */
  pending_address_id: Generated<number | null>;
  created_at: Timestamp;
};

type SecurityEventsTable = {
  id: Generated<number>;
  user_id: number;
  kind: SecurityEventKind;
  /** The address or identity the event was about. */
  detail: string | null;
  ip: string;
  /** Browser and system in a word each; null for anything but a browser. */
  device: string | null;
  created_at: Timestamp;
};

type TakeBacksTable = {
  id: Generated<number>;
  user_id: number;
  /** The address that the link was mailed to. */
  email: string;
  expires_at: Timestamp;
};

type PlansTable = {
  id: Generated<number>;
  code: string;
  name: string;
  storage_limit_gb: number;
  project_limit: number;
  is_popular: boolean;
  position: number;
};

type PlanTextsTable = {
  plan_id: number;
  language: Language;
  description: string;
  /** JSON: list of texts. */
  features: string;
};

type PlanPricesTable = { plan_id: number; currency: Currency; amount_cents: number };

type SubscriptionsTable = {
  id: Generated<number>;
  user_id: number;
  plan_id: number;
  /** The purchase the term comes from; null on the free plan. */
  purchase_id: number | null;
  current_period_start: Timestamp;
  /** Null on the free plan. */
  current_period_end: Timestamp | null;
  cancel_at_period_end: boolean;
  created_at: Timestamp;
};

type ProjectsTable = {
  id: Generated<number>;
  owner_id: number;
  customer_id: number | null;
  name: string;
  name_key: string;
  description: string;
  /** The description without its pictures, for lists. */
  list_description: string;
  status_override: StatusOverride | null;
  /**
   * These four follow from the milestones and the override; see recountProject in
   * features/projects/milestone-counts.ts.
   */
  milestones_total: Generated<number>;
  milestones_completed: Generated<number>;
  progress: Generated<number>;
  status: Generated<ProjectStatus>;
  /** Bytes of all names and descriptions in the project; see saveTextBytes in features/projects/text-bytes.ts. */
  text_bytes: Generated<number>;
  created_at: Timestamp;
  /** Moves with every change inside the project. */
  last_updated: Timestamp;
  /** Moves with changes of the project's own fields only. */
  edited_at: Timestamp;
};

type MilestonesTable = {
  id: Generated<number>;
  project_id: number;
  name: string;
  description: string;
  completed: boolean;
  position: number;
  created_at: Timestamp;
  edited_at: Timestamp;
  text_bytes: GeneratedAlways<number>;
};

type VersionsTable = {
  id: Generated<number>;
  project_id: number;
  version_number: string;
  description: string;
  created_at: Timestamp;
  edited_at: Timestamp;
  text_bytes: GeneratedAlways<number>;
};

type FilesTable = {
  id: Generated<number>;
  version_id: number;
  /** The freelancer in whose storage it counts. */
  owner_id: number;
  name: string;
  storage_key: string;
  size_bytes: number;
  /** Hex; null until known. */
  sha256: string | null;
  /** Unsigned 32-bit; null until known. */
  crc32: number | null;
  media_type: string;
  thumbnail_key: string | null;
  thumbnail_large_key: string | null;
  thumbnail_bytes: number | null;
  thumbnail_large_bytes: number | null;
  created_at: Timestamp;
};

type UploadsTable = {
  /** Random; also in a resumable upload's address. */
  id: string;
  owner_id: number;
  version_id: number | null;
  kind: 'multipart' | 'resumable';
  name: string;
  storage_key: string;
  /** Space reserved until the upload is finished, dropped or expired. */
  size_bytes: number;
  /** Announced length of a resumable upload; null for a form. */
  length_bytes: number | null;
  /** Bytes of a resumable upload that are durable. Bytes that the store holds beyond them do not count. */
  synced_bytes: Generated<number>;
  /** A `finished` upload holds no space; it tells a client that missed the answer which file it became. */
  state: 'receiving' | 'finished' | 'sweeping';
  file_id: number | null;
  /**
   * The lock of the upload among several instances: its holder, its end unless it is renewed, and whether another one
   * waits.
   */
  holder: Generated<string | null>;
  held_until: Generated<Timestamp | null>;
  is_asked_for: Generated<boolean>;
  created_at: Timestamp;
  expires_at: Timestamp;
};

type PicturesTable = {
  id: Generated<number>;
  /** The freelancer in whose storage it counts. */
  owner_id: number;
  /** The place of its text: the milestone or the version, else the project. Null until a text is saved with it. */
  project_id: number | null;
  milestone_id: number | null;
  version_id: number | null;
  storage_key: string;
  size_bytes: number;
  media_type: string;
  /** False while its bytes are on their way to the store; the row reserves their space. */
  is_stored: boolean;
  created_at: Timestamp;
  /** When it is deleted unless a text has claimed it. */
  expires_at: Timestamp | null;
};

export type EventKind =
  | 'project_opened'
  | 'version_opened'
  | 'file_previewed'
  | 'file_downloaded'
  | 'zip_downloaded';

type EventsTable = {
  id: Generated<number>;
  kind: EventKind;
  user_id: number;
  owner_id: number;
  project_id: number;
  version_id: number | null;
  file_id: number | null;
  created_at: Timestamp;
};

type EventDaysTable = {
  owner_id: number;
  /** In UTC, as in 2026-11-20. */
  day: string;
  kind: EventKind;
  amount: number;
};

/** The gateway of a purchase; `owner` for a plan that the owner of the installation gave. */
export type PurchaseGateway = 'stripe' | 'sandbox' | 'owner';

type PurchasesTable = {
  id: Generated<number>;
  /** Random; in the address of the payment screens. */
  token: string;
  user_id: number;
  plan_id: number;
  gateway: PurchaseGateway;
  amount_cents: number;
  currency: Currency;
  gateway_checkout_id: string | null;
  gateway_customer_id: string | null;
  gateway_subscription_id: string | null;
  /** When the checkout failed or expired; a payment that becomes known later counts all the same. */
  failed_at: Timestamp | null;
  bought_at: Timestamp | null;
  paid_from: Timestamp | null;
  paid_until: Timestamp | null;
  cancel_at_period_end: boolean;
  cancel_changed_at: Timestamp | null;
  ended_at: Timestamp | null;
  /** Decided, and never changed again. */
  settlement: Settlement | null;
  /** The purchase that counts in place of a settled one. */
  replaced_by: number | null;
  /** When the settlement was carried out at the gateway. */
  settled_at: Timestamp | null;
  created_at: Timestamp;
};

/** Every fact that changed a purchase, and its source. */
type PurchaseFactsTable = {
  id: Generated<number>;
  purchase_id: number;
  source: FactSource;
  /** JSON. */
  fact: string;
  created_at: Timestamp;
};

export type FactSource = 'verify' | 'webhook' | 'clock' | 'reconcile' | 'user' | 'owner';

type PaymentsTable = {
  id: Generated<number>;
  purchase_id: number;
  user_id: number;
  gateway_payment_id: string;
  amount_cents: number;
  currency: Currency;
  status: PaymentStatus;
  /** Cents to refund, decided and never changed; 0 for none. */
  refund_cents: Generated<number>;
  /** When the refund was made at the gateway. */
  refunded_at: Timestamp | null;
  period_start: Timestamp;
  period_end: Timestamp;
  /** When it was paid, or failed for the first time. */
  made_at: Timestamp;
};

type WebhookEventsTable = {
  id: Generated<number>;
  gateway: PurchaseGateway;
  event_id: string;
  type: string;
  received_at: Timestamp;
};

type JobsTable = {
  id: Generated<number>;
  kind: string;
  /** JSON. */
  payload: string;
  run_at: Timestamp;
  attempts: Generated<number>;
  locked_until: Timestamp | null;
  last_error: string | null;
  /** Set when no further attempt will be made; the row is kept to be looked at. */
  gave_up_at: Timestamp | null;
  created_at: Timestamp;
};

type RateLimitsTable = {
  /** Action and scope, for example `login:203.0.113.9`. */
  key: string;
  attempts: number;
  started_at: Timestamp;
  expires_at: Timestamp;
};
