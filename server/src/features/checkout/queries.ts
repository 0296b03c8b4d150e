import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Database } from '../../database/connect.ts';
import type { FactSource, PurchaseGateway } from '../../database/schema.ts';

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

export type NewPurchase = {
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

export async function insertPurchaseFact(
  db: Database,
  fact: { purchase_id: number; source: FactSource; fact: string; created_at: string },
): Promise<void> {
  await db.insertInto('purchase_facts').values(fact).execute();
}

export type PaymentInput = {
  purchase_id: number;
  user_id: number;
  gateway_payment_id: string;
  amount_cents: number;
  currency: Currency;
  period_start: string;
  period_end: string;
  made_at: string;
};

/** False when this payment is known already. */
export async function insertPayment(
  db: Database,
  payment: PaymentInput & { status: 'paid' | 'failed' },
): Promise<boolean> {
  const row = await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('gateway_payment_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A payment that had failed went through. False when it was not known as failed. */
export async function markPaymentPaid(
  db: Database,
  { gateway_payment_id, amount_cents, made_at }: PaymentInput,
): Promise<boolean> {
  const row = await db
    .updateTable('payments')
    .set({ status: 'paid', amount_cents, made_at })
    .where('gateway_payment_id', '=', gateway_payment_id)
    .where('status', '=', 'failed')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function listPaidPayments(db: Database, purchaseId: number) {
  return db
    .selectFrom('payments')
    .select(['id', 'gateway_payment_id', 'amount_cents', 'currency'])
    .where('purchase_id', '=', purchaseId)
    .where('status', '=', 'paid')
    .execute();
}

export async function markPaymentsRefunded(db: Database, purchaseId: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ status: 'refunded' })
    .where('purchase_id', '=', purchaseId)
    .where('status', '=', 'paid')
    .execute();
}

/** The payment a purchase began with. */
export function findFirstPayment(db: Database, purchaseId: number) {
  return db
    .selectFrom('payments')
    .select(['gateway_payment_id', 'made_at'])
    .where('purchase_id', '=', purchaseId)
    .where('status', '!=', 'failed')
    .orderBy('period_start')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

function selectPayments(db: Database) {
  return db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchase_id')
    .innerJoin('plans', 'plans.id', 'purchases.plan_id')
    .select([
      'payments.id',
      'payments.gateway_payment_id',
      'payments.amount_cents',
      'payments.currency',
      'payments.status',
      'payments.period_start',
      'payments.period_end',
      'payments.made_at',
      'purchases.gateway',
      'plans.name as plan_name',
    ]);
}

export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number];

/** Newest first. */
export function listPayments(db: Database, userId: number, offset: number, limit: number) {
  return selectPayments(db)
    .where('payments.user_id', '=', userId)
    .orderBy('payments.made_at', 'desc')
    .orderBy('payments.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countPayments(db: Database, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export function findPayment(db: Database, userId: number, id: number) {
  return selectPayments(db)
    .where('payments.id', '=', id)
    .where('payments.user_id', '=', userId)
    .executeTakeFirst();
}

/** False when the event was received before. */
export async function insertWebhookEvent(
  db: Database,
  event: { gateway: PurchaseGateway; event_id: string; type: string; received_at: string },
): Promise<boolean> {
  const row = await db
    .insertInto('webhook_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['gateway', 'event_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Checkouts nobody knows the end of, opened after `since`. */
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

/** What was bought and has not ended, at its gateway or by settlement. */
export function listRunningPurchases(db: Database, gateway: PurchaseGateway) {
  return db
    .selectFrom('purchases')
    .select(['id', 'paid_until', 'settlement'])
    .where('gateway', '=', gateway)
    .where('bought_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('settled_at', 'is', null)
    .where('gateway_subscription_id', 'is not', null)
    .execute();
}

/** To whom mails about money go, and in which language; email is null when there is no address. */
export function getPayer(db: Database, userId: number) {
  return db
    .selectFrom('users')
    .select((e) => [
      'users.username',
      'users.language',
      e
        .selectFrom('email_addresses')
        .select('email')
        .whereRef('email_addresses.user_id', '=', 'users.id')
        .orderBy('is_primary', 'desc')
        .orderBy('email_addresses.id')
        .limit(1)
        .as('email'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}
