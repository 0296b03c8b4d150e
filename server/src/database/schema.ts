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
  /** How often an address of theirs was verified, which ends earlier invitations for good. */
  verifications: Generated<number>;
  /** Ends reset links that were mailed before it. */
  last_login_at: Timestamp | null;
  last_seen: Timestamp | null;
  created_at: Timestamp;
};

type EmailAddressesTable = {
  id: Generated<number>;
  user_id: number;
  email: string;
  verified: boolean;
  /** Null while it is not verified. */
  verified_at: Timestamp | null;
  is_primary: boolean;
  created_at: Timestamp;
};

type SessionsTable = {
  id: Generated<number>;
  /** SHA-256 of the cookie's value. */
  id_hash: string;
  /** Null while nobody is signed in but a step is pending. */
  user_id: number | null;
  user_agent: string;
  ip: string;
  /** JSON: the records and the pending step of the authentication API. */
  state: string;
  created_at: Timestamp;
  last_seen: Timestamp;
  expires_at: Timestamp;
};

type KnownDevicesTable = {
  id: Generated<number>;
  user_id: number;
  /** HMAC of the user and the id in the cookie; of a login before migration 0016 the SHA-256 of the id alone. */
  id_hash: string;
  /** Failed logins on it have a counter of their own, until the password is set anew. */
  is_trusted: Generated<boolean>;
  last_seen: Timestamp;
};

type SocialAccountsTable = {
  id: Generated<number>;
  user_id: number;
  provider: string;
  /** The provider's own name for the person, which never changes. */
  uid: string;
  /** Name or address, for people. */
  display: string;
  /** Until this address is verified by the same person the identity belongs to nobody; null once it does. */
  pending_address_id: Generated<number | null>;
  created_at: Timestamp;
};

type SecurityEventsTable = {
  id: Generated<number>;
  user_id: number;
  kind: SecurityEventKind;
  /** The address or identity it was about. */
  detail: string | null;
  ip: string;
  /** Browser and system in a word each; null for what is no browser. */
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
  /** Where the term comes from; null on the free plan. */
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
  /** The description without its images, for lists. */
  list_description: string;
  status_override: StatusOverride | null;
  /** These four follow from the milestones and the override; see recountProject in projects/access.ts. */
  milestones_total: Generated<number>;
  milestones_completed: Generated<number>;
  progress: Generated<number>;
  status: Generated<ProjectStatus>;
  /** Of all names and descriptions in the project; see saveTextBytes in features/projects/text-bytes.ts. */
  text_bytes: Generated<number>;
  created_at: Timestamp;
  /** Changed by everything inside the project. */
  last_updated: Timestamp;
  /** Changed by the project's own fields only. */
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
  /** The freelancer whose storage it counts against. */
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
  /** Random, also the name in a resumable upload's address. */
  id: string;
  owner_id: number;
  version_id: number | null;
  kind: 'multipart' | 'resumable';
  name: string;
  storage_key: string;
  /** Space reserved until the upload is finished, given up or expired. */
  size_bytes: number;
  /** Of a resumable upload, as announced; null for a multipart one. */
  length_bytes: number | null;
  /** Of a resumable upload: so many are durable and right. Never more than that, whatever the store holds. */
  synced_bytes: Generated<number>;
  /** `finished` holds no space; it only tells a client that missed the answer which file came of it. */
  state: 'receiving' | 'finished' | 'sweeping';
  file_id: number | null;
  /** Who writes to it among several instances, until when unless prolonged, and whether somebody else waits. */
  holder: Generated<string | null>;
  held_until: Generated<Timestamp | null>;
  is_asked_for: Generated<boolean>;
  created_at: Timestamp;
  expires_at: Timestamp;
};

type PicturesTable = {
  id: Generated<number>;
  /** The freelancer whose storage it counts against. */
  owner_id: number;
  /** The text it stands in: of the milestone or the version, else of the project. Null until a text is saved. */
  project_id: number | null;
  milestone_id: number | null;
  version_id: number | null;
  storage_key: string;
  size_bytes: number;
  media_type: string;
  /** False while its bytes are on their way to the store; the row holds their space. */
  is_stored: boolean;
  created_at: Timestamp;
  /** When it goes unless a text has claimed it. */
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
  /** UTC, as in 2026-11-20. */
  day: string;
  kind: EventKind;
  amount: number;
};

/** Who takes the money; `owner`: nobody, the owner of the installation gave the plan. */
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
  /** The checkout failed or ran out; a payment that becomes known later counts all the same. */
  failed_at: Timestamp | null;
  bought_at: Timestamp | null;
  paid_from: Timestamp | null;
  paid_until: Timestamp | null;
  cancel_at_period_end: boolean;
  cancel_changed_at: Timestamp | null;
  ended_at: Timestamp | null;
  /** Decided, and from then on never undone. */
  settlement: Settlement | null;
  /** The purchase that counts in place of a settled one. */
  replaced_by: number | null;
  /** Carried out at the gateway. */
  settled_at: Timestamp | null;
  created_at: Timestamp;
};

/** Every fact that changed a purchase, and where it came from. */
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
  /** What is to be given back, decided and never undone; 0 for nothing. */
  refund_cents: Generated<number>;
  /** When the gateway was told to. */
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
  /** Set when no further attempt is made; the row stays visible. */
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
