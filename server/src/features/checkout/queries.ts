import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Database } from '../../database/connect.ts';
import type { FactSource, PurchaseGateway } from '../../database/tables/checkout.ts';
import { changesRow, countRows, givesRow } from '../../database/row-counts.ts';
import { mainEmail } from '../../database/main-email.ts';

const DELETED_AT_ONCE = 20;

const PURCHASE_COLUMNS = [
  'purchases.id',
  'purchases.token',
  'purchases.user_id',
  'purchases.plan_id',
  'purchases.gateway',
  'purchases.amount_cents',
  'purchases.currency',
  'purchases.gateway_checkout_id',
  'purchases.gateway_customer_id',
  'purchases.gateway_subscription_id',
  'purchases.failed_at',
  'purchases.bought_at',
  'purchases.paid_from',
  'purchases.paid_until',
  'purchases.cancel_at_period_end',
  'purchases.cancel_changed_at',
  'purchases.ended_at',
  'purchases.settlement',
  'purchases.replaced_by',
  'purchases.settled_at',
] as const;

function selectPurchases(db: Database) {
  return db
    .selectFrom('purchases')
    .innerJoin('plans', 'plans.id', 'purchases.plan_id')
    .select([...PURCHASE_COLUMNS, 'plans.name as plan_name']);
}

export type PurchaseRow = Awaited<ReturnType<typeof listPurchases>>[number];

export function listPurchases(db: Database, userId: number) {
  return selectPurchases(db).where('purchases.user_id', '=', userId).orderBy('purchases.id').execute();
}

export function findPurchase(db: Database, id: number) {
  return selectPurchases(db).where('purchases.id', '=', id).executeTakeFirst();
}

export function findPurchaseByToken(db: Database, token: string) {
  return selectPurchases(db).where('purchases.token', '=', token).executeTakeFirst();
}

export function findPurchaseBySubscription(db: Database, gateway: PurchaseGateway, subscriptionId: string) {
  return db
    .selectFrom('purchases')
    .select('id')
    .where('gateway_subscription_id', '=', subscriptionId)
    .where('gateway', '=', gateway)
    .executeTakeFirst();
}

type NewPurchase = {
  token: string;
  user_id: number;
  plan_id: number;
  gateway: PurchaseGateway;
  amount_cents: number;
  currency: Currency;
  created_at: string;
};

export async function insertPurchase(db: Database, purchase: NewPurchase): Promise<number> {
  const { id } = await db
    .insertInto('purchases')
    .values({ ...purchase, cancel_at_period_end: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updatePurchase(
  db: Database,
  id: number,
  change: Partial<Omit<PurchaseRow, 'id' | 'token' | 'user_id' | 'plan_name'>>,
): Promise<void> {
  await db.updateTable('purchases').set(change).where('id', '=', id).execute();
}

export async function deleteSomePurchases(db: Database, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('purchases')
    .where('id', 'in', (e) =>
      e.selectFrom('purchases').select('id').where('user_id', '=', userId).limit(DELETED_AT_ONCE),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Reserves a purchase for one request; false while another one has reserved it. */
export async function reservePurchase(
  db: Database,
  id: number,
  holder: string,
  { now, until, beyond }: { now: string; until: string; beyond: string },
): Promise<boolean> {
  return changesRow(
    db
      .updateTable('purchases')
      .set({ turn_holder: holder, turn_until: until })
      .where('id', '=', id)
      .where((e) =>
        e.or([e('turn_holder', 'is', null), e('turn_until', '<=', now), e('turn_until', '>', beyond)]),
      ),
  );
}

export async function releasePurchase(db: Database, id: number, holder: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ turn_holder: null, turn_until: null })
    .where('id', '=', id)
    .where('turn_holder', '=', holder)
    .execute();
}

export async function insertPurchaseFact(
  db: Database,
  fact: { purchase_id: number; source: FactSource; fact: string; created_at: string },
): Promise<void> {
  await db.insertInto('purchase_facts').values(fact).execute();
}

/** False when the event was received before. */
export async function insertWebhookEvent(
  db: Database,
  event: { gateway: PurchaseGateway; event_id: string; type: string; received_at: string },
): Promise<boolean> {
  return givesRow(
    db
      .insertInto('webhook_events')
      .values(event)
      .onConflict((conflict) => conflict.columns(['gateway', 'event_id']).doNothing())
      .returning('id'),
  );
}

/** Number of a user's checkouts begun after `since` that are neither paid nor failed. */
export async function countOpenCheckouts(db: Database, userId: number, since: string): Promise<number> {
  return countRows(
    db
      .selectFrom('purchases')
      .where('user_id', '=', userId)
      .where('bought_at', 'is', null)
      .where('failed_at', 'is', null)
      .where('created_at', '>', since),
  );
}

export function listOpenCheckouts(db: Database, gateway: PurchaseGateway, since: string) {
  return db
    .selectFrom('purchases')
    .select(['id', 'token'])
    .where('gateway', '=', gateway)
    .where('bought_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('created_at', '>', since)
    .where('gateway_checkout_id', 'is not', null)
    .execute();
}

/** Purchases that run at their gateway, and those that are not settled completely: their money may not be back yet. */
export function listUnfinishedPurchases(db: Database, gateway: PurchaseGateway) {
  return db
    .selectFrom('purchases')
    .select(['id', 'paid_until', 'settlement'])
    .where('gateway', '=', gateway)
    .where('bought_at', 'is not', null)
    .where('settled_at', 'is', null)
    .where('gateway_subscription_id', 'is not', null)
    .where((e) => e.or([e('ended_at', 'is', null), e('settlement', 'is not', null)]))
    .execute();
}

/** The recipient of mails about money and the language; email is null when there is no address. */
export function getPayer(db: Database, userId: number) {
  return db
    .selectFrom('users')
    .select(['users.username', 'users.display_name', 'users.language', mainEmail.as('email')])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}
