import { z } from 'zod';
import { Capabilities } from './capabilities.ts';
import { Id, Timestamp, pageOf } from './common.ts';

export const Currency = z.enum(['USD', 'TRY']);
export type Currency = z.infer<typeof Currency>;

/** A plan (specification 7.1). `price_per_period` is in whole units of `currency`. */
export const Plan = z.object({
  id: Id,
  name: z.string(),
  price_per_period: z.number(),
  currency: Currency,
  description: z.string(),
  features: z.array(z.string()),
  is_popular: z.boolean(),
  storage_limit_gb: z.number(),
  project_limit: z.int(),
  capabilities: Capabilities,
});
export type Plan = z.infer<typeof Plan>;

export const PlanPage = pageOf(Plan);

/** `past_due`: a renewal is due and unpaid, and the grace period has begun (specification 7.7). */
const SubscriptionStatus = z.enum(['active', 'past_due']);

export const Subscription = z.object({
  plan: Plan,
  status: SubscriptionStatus,
  current_period_end: Timestamp.nullable(),
  cancel_at_period_end: z.boolean(),
  /** True if the owner of the installation assigned it, so it can be neither cancelled nor resumed. */
  is_given: z.boolean(),
  /** True if a cancellation can be revoked before the period ends. */
  can_resume: z.boolean(),
  /** True if another card can be entered at the payment provider and an overdue month charged again. */
  can_change_card: z.boolean(),
});
export type Subscription = z.infer<typeof Subscription>;
