import type { Currency, Plan, Subscription } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { readCapabilities } from '@vitrin/shared/rules/capabilities.ts';
import { amountOf } from '@vitrin/shared/rules/money/cents.ts';
import { currencyOf } from '@vitrin/shared/rules/money/money.ts';
import { type Standing, standingOf, type Term } from '@vitrin/shared/rules/money/subscription.ts';
import { abilitiesInWords, withAnalyticsInWords } from './abilities-in-words.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import {
  findPlan,
  findSubscription,
  getFreePlanLimits,
  getPlan,
  getPlanByCode,
  insertFreeSubscription,
  type CapabilityRow,
  listCapabilityRows,
  listPlans,
  type PlanRow,
  type SubscriptionRow,
  updateSubscription,
} from './queries.ts';

/** Returns the currency of a running purchase, which later ones keep, else the reader's (decision 0041). */
async function currencyFor(
  context: Pick<Context, 'db' | 'now'>,
  user: Pick<CurrentUser, 'id' | 'isFreelancer'> | null,
  language: Language,
): Promise<Currency> {
  const row = user?.isFreelancer ? await findSubscription(context.db, user.id) : undefined;
  return (row && boughtCurrency(context, row)) ?? currencyOf(language);
}

function boughtCurrency(context: Pick<Context, 'now'>, row: SubscriptionRow): Currency | null {
  return row.gateway !== 'owner' && isInForce(context, row) ? row.currency : null;
}

/** Lists all plans in the reader's language and currency; the user is null for a guest. */
export async function getPlans(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  user: CurrentUser | null,
  language: Language,
): Promise<Plan[]> {
  const { db } = context;
  const currency = await currencyFor(context, user, language);
  const capabilities = await listCapabilityRows(db);
  return (await listPlans(db, language, currency)).map((row) =>
    toPlan(row, capabilities, { language, config: context.config }),
  );
}

/** Puts a new freelancer on the Starter plan (specification 7.3). */
export async function startFreeSubscription(
  context: Pick<Context, 'db' | 'now'>,
  userId: number,
): Promise<void> {
  await insertFreeSubscription(context.db, userId, timestampOf(context));
}

type PlanLimits = { project_limit: number; storage_limit_gb: number };

/** Returns the limits now (specification 7.3): the paid plan's with its grace, else Starter's; 0 without a subscription. */
export async function getPlanLimits(
  context: Pick<Context, 'db' | 'now'>,
  userId: number,
): Promise<PlanLimits> {
  const subscription = await findSubscription(context.db, userId);
  if (!subscription) return { project_limit: 0, storage_limit_gb: 0 };
  return isInForce(context, subscription) ? subscription : getFreePlanLimits(context.db);
}

/** Returns the subscription as its owner sees it; a paid one that has ended shows as Starter. */
export async function getSubscription(
  context: Pick<Context, 'db' | 'now' | 'config' | 'payments'>,
  userId: number,
  language: Language,
): Promise<Subscription | null> {
  const { db } = context;
  const row = await findSubscription(db, userId);
  if (!row) return null;
  const standing = standingOf(row, context.now());
  const capabilities = await listCapabilityRows(db);
  if (standing === 'ended') {
    const plan = await getPlanByCode(db, 'free', language, currencyOf(language));
    return {
      plan: toPlan(plan, capabilities, { language, config: context.config }),
      status: 'active',
      current_period_end: null,
      cancel_at_period_end: false,
      is_given: false,
      can_resume: false,
      can_change_card: false,
    };
  }
  const gateway = context.payments?.all.find(({ name }) => name === row.gateway);
  const isRenewed = standing === 'active' || standing === 'past_due';
  const currency = boughtCurrency(context, row) ?? currencyOf(language);
  return {
    plan: toPlan(await getPlan(db, row.plan_id, language, currency), capabilities, {
      language,
      config: context.config,
    }),
    status: standing === 'past_due' ? 'past_due' : 'active',
    current_period_end: row.current_period_end,
    cancel_at_period_end: row.cancel_at_period_end,
    is_given: row.gateway === 'owner',
    can_resume: standing !== 'free' && row.gateway !== 'owner' && (gateway?.canResume ?? true),
    can_change_card: isRenewed && gateway !== undefined && gateway.openCardForm !== null,
  };
}

export type PlanStanding = { planId: number; code: string; standing: Standing; periodEnd: string | null };

/** Returns a freelancer's plan and its standing; `ended` counts as Starter. Null without a subscription. */
export async function getStanding(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
): Promise<PlanStanding | null> {
  const row = await findSubscription(db, userId);
  if (!row) return null;
  const { plan_id: planId, code, current_period_end: periodEnd } = row;
  return { planId, code, standing: standingOf(row, now()), periodEnd };
}

/** Puts the plan of a purchase into force for a term. Called by checkout, which knows what is paid. */
export async function setSubscription(
  db: Database,
  userId: number,
  { id: purchase_id, plan_id }: { id: number; plan_id: number },
  term: Term,
): Promise<void> {
  const { current_period_start, current_period_end, cancel_at_period_end } = term;
  await updateSubscription(db, userId, {
    plan_id,
    purchase_id,
    current_period_start,
    current_period_end,
    cancel_at_period_end,
  });
}

export type PlanOnSale = { id: number; code: string; name: string; amount_cents: number; currency: Currency };

/** Finds a plan in this user's currency; undefined if there is no such plan. */
export async function findPlanOnSale(
  context: Pick<Context, 'db' | 'now'>,
  user: CurrentUser,
  planId: number,
  language: Language,
): Promise<PlanOnSale | undefined> {
  const { db } = context;
  const row = await findPlan(db, planId, language, await currencyFor(context, user, language));
  return row && toPlanOnSale(row);
}

export async function getPlanOnSale(db: Database, code: string, language: Language): Promise<PlanOnSale> {
  return toPlanOnSale(await getPlanByCode(db, code, language, currencyOf(language)));
}

function isInForce({ now }: Pick<Context, 'now'>, row: SubscriptionRow): boolean {
  return standingOf(row, now()) !== 'ended';
}

function toPlanOnSale({ id, code, name, amount_cents, currency }: PlanRow): PlanOnSale {
  return { id, code, name, amount_cents, currency };
}

function toPlan(
  { id, name, amount_cents, currency, ...row }: PlanRow,
  rows: CapabilityRow[],
  { language, config }: { language: Language; config: Context['config'] },
): Plan {
  const capabilities = readCapabilities(rows.filter(({ plan_id }) => plan_id === id));
  return {
    id,
    name,
    price_per_period: amountOf(amount_cents),
    currency,
    description: row.description,
    features: [
      ...withAnalyticsInWords(JSON.parse(row.features) as string[], capabilities, language),
      ...abilitiesInWords(capabilities, config.supportHours, language),
    ],
    is_popular: row.is_popular,
    storage_limit_gb: row.storage_limit_gb,
    project_limit: row.project_limit,
    capabilities,
  };
}
