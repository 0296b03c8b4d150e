import type { Generated } from 'kysely';
import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Timestamp } from './timestamp.ts';

export type PlansTable = {
  id: Generated<number>;
  code: string;
  name: string;
  storage_limit_gb: number;
  project_limit: number;
  is_popular: boolean;
  position: number;
};

export type PlanTextsTable = {
  plan_id: number;
  language: Language;
  description: string;
  /** JSON: list of texts. */
  features: string;
};

export type PlanPricesTable = { plan_id: number; currency: Currency; amount_cents: number };

/** An ability of a plan; `shared/src/rules/capabilities.ts` reads its value. */
export type PlanCapabilitiesTable = { plan_id: number; capability: string; value: string };

export type SubscriptionsTable = {
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
