import type { Capability } from '@vitrin/shared/contract/capabilities.ts';
import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Database } from '../../database/connect.ts';
import { defineStatement } from '../../database/statement.ts';

function selectPlans(db: Database, language: Language, currency: Currency) {
  return db
    .selectFrom('plans')
    .innerJoin('plan_texts', (join) =>
      join.onRef('plan_texts.plan_id', '=', 'plans.id').on('plan_texts.language', '=', language),
    )
    .innerJoin('plan_prices', (join) =>
      join.onRef('plan_prices.plan_id', '=', 'plans.id').on('plan_prices.currency', '=', currency),
    )
    .select([
      'plans.id',
      'plans.code',
      'plans.name',
      'plans.storage_limit_gb',
      'plans.project_limit',
      'plans.is_popular',
      'plan_texts.description',
      'plan_texts.features',
      'plan_prices.currency',
      'plan_prices.amount_cents',
    ]);
}

export type PlanRow = Awaited<ReturnType<typeof listPlans>>[number];

export function listPlans(db: Database, language: Language, currency: Currency) {
  return selectPlans(db, language, currency).orderBy('plans.position').orderBy('plans.id').execute();
}

export function getPlanByCode(db: Database, code: string, language: Language, currency: Currency) {
  return selectPlans(db, language, currency).where('plans.code', '=', code).executeTakeFirstOrThrow();
}

export function getPlan(db: Database, id: number, language: Language, currency: Currency) {
  return selectPlans(db, language, currency).where('plans.id', '=', id).executeTakeFirstOrThrow();
}

export function findPlan(db: Database, id: number, language: Language, currency: Currency) {
  return selectPlans(db, language, currency).where('plans.id', '=', id).executeTakeFirst();
}

const capabilityRows = defineStatement({
  variants: {},
  build: (db) =>
    db
      .selectFrom('plan_capabilities')
      .innerJoin('plans', 'plans.id', 'plan_capabilities.plan_id')
      .select(['plan_id', 'plans.code', 'plans.name', 'capability', 'value'])
      .orderBy('plans.position')
      .orderBy('plans.id')
      .orderBy('capability'),
});

export type CapabilityRow = Awaited<ReturnType<typeof listCapabilityRows>>[number];

export function listCapabilityRows(db: Database) {
  return capabilityRows.run(db, {});
}

const subscriptionOf = defineStatement({
  variants: {},
  build: (db, at: { userId: number }) =>
    db
      .selectFrom('subscriptions')
      .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
      .leftJoin('purchases', 'purchases.id', 'subscriptions.purchase_id')
      .select([
        'subscriptions.plan_id',
        'subscriptions.current_period_start',
        'subscriptions.current_period_end',
        'subscriptions.cancel_at_period_end',
        'plans.code',
        'plans.project_limit',
        'plans.storage_limit_gb',
        'purchases.gateway',
        'purchases.currency',
      ])
      .where('subscriptions.user_id', '=', at.userId),
});

export async function findSubscription(db: Database, userId: number) {
  const [subscription] = await subscriptionOf.run(db, { userId });
  return subscription;
}

export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof findSubscription>>>;

export async function insertFreeSubscription(db: Database, userId: number, now: string): Promise<void> {
  const plan = await db.selectFrom('plans').select('id').where('code', '=', 'free').executeTakeFirstOrThrow();
  await db
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      plan_id: plan.id,
      current_period_start: now,
      current_period_end: null,
      cancel_at_period_end: false,
      created_at: now,
    })
    .execute();
}

export async function updateSubscription(
  db: Database,
  userId: number,
  subscription: {
    plan_id: number;
    purchase_id: number;
    current_period_start: string;
    current_period_end: string | null;
    cancel_at_period_end: boolean;
  },
): Promise<void> {
  await db.updateTable('subscriptions').set(subscription).where('user_id', '=', userId).execute();
}

export function getFreePlanLimits(db: Database) {
  return db
    .selectFrom('plans')
    .select(['project_limit', 'storage_limit_gb'])
    .where('code', '=', 'free')
    .executeTakeFirstOrThrow();
}

export async function listPlanSheets(db: Database) {
  const plans = await db
    .selectFrom('plans')
    .select(['id', 'code', 'name', 'storage_limit_gb', 'project_limit', 'is_popular'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const prices = await db
    .selectFrom('plan_prices')
    .select(['plan_id', 'currency', 'amount_cents'])
    .orderBy('currency', 'desc')
    .execute();
  const texts = await db
    .selectFrom('plan_texts')
    .select(['plan_id', 'language', 'description', 'features'])
    .orderBy('language')
    .execute();
  return { plans, prices, texts };
}

export async function updatePlan(
  db: Database,
  code: string,
  change: { storage_limit_gb?: number; project_limit?: number; is_popular?: boolean },
): Promise<void> {
  await db.updateTable('plans').set(change).where('code', '=', code).execute();
}

export async function clearPopular(db: Database): Promise<void> {
  await db.updateTable('plans').set({ is_popular: false }).where('is_popular', '=', true).execute();
}

export async function updatePlanPrice(
  db: Database,
  planId: number,
  { currency, amount_cents }: { currency: Currency; amount_cents: number },
): Promise<void> {
  await db
    .updateTable('plan_prices')
    .set({ amount_cents })
    .where('plan_id', '=', planId)
    .where('currency', '=', currency)
    .execute();
}

export async function setPlanCapability(
  db: Database,
  planId: number,
  capability: Capability,
  value: string,
): Promise<void> {
  await db
    .insertInto('plan_capabilities')
    .values({ plan_id: planId, capability, value })
    .onConflict((conflict) => conflict.columns(['plan_id', 'capability']).doUpdateSet({ value }))
    .execute();
}

export async function updatePlanText(
  db: Database,
  planId: number,
  language: Language,
  change: { description?: string; features?: string },
): Promise<void> {
  await db
    .updateTable('plan_texts')
    .set(change)
    .where('plan_id', '=', planId)
    .where('language', '=', language)
    .execute();
}
