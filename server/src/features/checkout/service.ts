import { randomBytes } from 'node:crypto';
import type { CheckoutSettings, PlanCode } from '@vitrin/shared/contract/payments/checkout.ts';
import { Currency } from '@vitrin/shared/contract/plans.ts';
import { mergeFact, newPurchase, resolvePurchases } from '@vitrin/shared/rules/money/subscription.ts';
import type { GatewayFact } from '../../adapters/payments/gateway.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { BadRequestError, NotFoundError } from '../../errors.ts';
import { getPlanOnSale, getStanding } from '../plans/service.ts';
import { applyReport } from './events/apply-report.ts';
import {
  findPurchaseByToken,
  insertPurchase,
  listPurchases,
  type PurchaseRow,
  updatePurchase,
} from './queries.ts';

const TOKEN_BYTES = 24;

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Public: which gateway takes payments, what it asks for, and where to write to. */
export function getCheckoutSettings({ config, payments }: Context): CheckoutSettings {
  return {
    gateway: payments?.all[0]?.name ?? 'off',
    buyer_needed_for: Currency.options.filter((currency) => payments?.byCurrency[currency].needsBuyer),
    needs_billing_details: config.invoices !== undefined,
    contact_email: config.contactEmail,
  };
}

/** Throws NotFoundError unless the token is of this user's own checkout. */
export async function requireOwnPurchase(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  token: string,
): Promise<PurchaseRow> {
  const purchase = await findPurchaseByToken(db, token);
  if (purchase?.user_id !== user.id) throw new NotFoundError();
  return purchase;
}

/** Gives a plan until a time (ISO 8601); `free` takes a given plan back. BadRequestError while the freelancer pays. */
export async function grantPlan(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  userId: number,
  code: PlanCode,
  until: string | null,
): Promise<void> {
  const now = timestampOf(context);
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, userId);
    const given = await findGivenPurchase(tx, userId);
    if (given) await takeIn(tx, given.token, { kind: 'ended', ended_at: now });
    if (code === 'free' || until === null) return;
    const plan = await getPlanOnSale(tx.db, code, 'en');
    const token = newToken();
    const id = await insertPurchase(tx.db, {
      token,
      user_id: userId,
      plan_id: plan.id,
      gateway: 'owner',
      amount_cents: 0,
      currency: plan.currency,
      created_at: now,
    });
    // No payment and no receipt; it counts like a paid period.
    const period = { kind: 'paid', paid_at: now, period_start: now, period_end: until } as const;
    const { bought_at, paid_from, paid_until } = mergeFact(newPurchase(id, plan.id), period);
    await updatePurchase(tx.db, id, { bought_at, paid_from, paid_until });
    await takeIn(tx, token, {
      kind: 'cancel_changed',
      cancel_at_period_end: true,
      changed_at: now,
    });
  });
}

/** The plan that the owner gave before, if it is the current one. */
async function findGivenPurchase(
  context: Pick<Context, 'db' | 'now'>,
  userId: number,
): Promise<PurchaseRow | undefined> {
  const purchases = await listPurchases(context.db, userId);
  const { current } = resolvePurchases(purchases);
  const purchase = purchases.find(({ id }) => id === current?.id);
  if (purchase?.gateway === 'owner') return purchase;
  const standing = (await getStanding(context, userId))?.standing;
  if (standing === 'active' || standing === 'cancelling' || standing === 'past_due')
    throw new BadRequestError('payments.paid_plan_runs');
  return undefined;
}

async function takeIn(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  token: string,
  fact: GatewayFact,
): Promise<void> {
  await applyReport(context, { token, subscriptionId: null, customerId: null, facts: [fact] }, 'owner');
}
