import type { Plan, Subscription } from '@vitrin/shared/contract/plans.ts';
import { LEAST_CAPABILITIES } from '@vitrin/shared/rules/capabilities.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { FREELANCER } from './users.ts';

const plan = (id: number, name: string, price_per_period: number): Plan => ({
  id,
  name,
  price_per_period,
  currency: 'USD',
  description: `${name} in a sentence.`,
  features: [`What ${name} holds`],
  is_popular: name === 'Professional',
  storage_limit_gb: 10,
  project_limit: 3,
  capabilities: { ...LEAST_CAPABILITIES, feeds: true },
});

export const STARTER = plan(1, 'Starter', 0);
export const PROFESSIONAL = plan(2, 'Professional', 29);
export const ENTERPRISE = plan(3, 'Enterprise', 99);
export const PLANS = [STARTER, PROFESSIONAL, ENTERPRISE];

/** A freelancer on a plan; a paid one ends on 20 December 2026. */
export function freelancerOn(plan: Plan, rest: Partial<Subscription> = {}): User {
  const current_period_end = plan.price_per_period === 0 ? null : '2026-12-20T10:00:00.000Z';
  return {
    ...FREELANCER,
    subscription: {
      plan,
      status: 'active',
      current_period_end,
      cancel_at_period_end: false,
      is_given: false,
      can_resume: current_period_end !== null && rest.is_given !== true,
      can_change_card: false,
      ...rest,
    },
  };
}
