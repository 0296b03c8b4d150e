import type { Currency, Plan, Subscription } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import {
  findSubscription,
  getFreePlanLimits,
  getPlan,
  getPlanByCode,
  insertFreeSubscription,
  listPlans,
  type PlanRow,
  type SubscriptionRow,
} from './queries.ts';

/** A renewal that is due and unpaid keeps the plan for three days (DECISIONS "Renewal, grace"). */
const GRACE_MILLISECONDS = 3 * 24 * 3600 * 1000;

/** English prices are in dollars, Turkish ones in lira (SPEC 1). */
export function currencyOf(language: Language): Currency {
  return language === 'tr' ? 'TRY' : 'USD';
}

/** All plans in their order, in the language and currency of the reader. */
export async function getPlans({ db }: Pick<Context, 'db'>, language: Language): Promise<Plan[]> {
  return (await listPlans(db, language, currencyOf(language))).map(toPlan);
}

/** Every freelancer starts on the Starter plan (DECISIONS "New freelancer"). */
export async function startFreeSubscription(
  context: Pick<Context, 'now'>,
  trx: Database,
  userId: number,
): Promise<void> {
  await insertFreeSubscription(trx, userId, timestampOf(context));
}

export type PlanLimits = { project_limit: number; storage_limit_gb: number };

/**
 * What a freelancer may use now, computed from the clock alone (DECISIONS "Entitlement"): the paid plan until the
 * end of its period plus the grace of an unpaid renewal, else Starter. Without any subscription: nothing.
 */
export async function getPlanLimits(
  context: Pick<Context, 'now'>,
  db: Database,
  userId: number,
): Promise<PlanLimits> {
  const subscription = await findSubscription(db, userId);
  if (!subscription) return { project_limit: 0, storage_limit_gb: 0 };
  return isInForce(context, subscription) ? subscription : getFreePlanLimits(db);
}

/** The subscription as its owner sees it; a paid one that is over shows as Starter. */
export async function getSubscription(
  context: Pick<Context, 'db' | 'now'>,
  userId: number,
  language: Language,
): Promise<Subscription | null> {
  const { db } = context;
  const row = await findSubscription(db, userId);
  if (!row) return null;
  if (!isInForce(context, row)) {
    const plan = await getPlanByCode(db, 'free', language, currencyOf(language));
    return { plan: toPlan(plan), status: 'active', current_period_end: null, cancel_at_period_end: false };
  }
  return {
    plan: toPlan(await getPlan(db, row.plan_id, language, currencyOf(language))),
    status: row.status,
    current_period_end: row.current_period_end,
    cancel_at_period_end: row.cancel_at_period_end,
  };
}

function isInForce({ now }: Pick<Context, 'now'>, { current_period_end, status }: SubscriptionRow): boolean {
  if (current_period_end === null) return true;
  const grace = status === 'past_due' ? GRACE_MILLISECONDS : 0;
  return now().getTime() < Date.parse(current_period_end) + grace;
}

function toPlan({ id, name, amount_cents, currency, ...row }: PlanRow): Plan {
  return {
    id,
    name,
    price_per_period: amount_cents / 100,
    currency,
    description: row.description,
    features: JSON.parse(row.features) as string[],
    is_popular: row.is_popular,
    storage_limit_gb: row.storage_limit_gb,
    project_limit: row.project_limit,
  };
}
