import { randomBytes } from 'node:crypto';
import type {
  Checkout,
  CheckoutSettings,
  CreateCheckout,
  PaymentVerification,
} from '@vitrin/shared/contract/checkout.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { amountOf } from '@vitrin/shared/rules/cents.ts';
import { resolvePurchases } from '@vitrin/shared/rules/subscription.ts';
import type { PaymentGateway } from '../../adapters/payments/gateway.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import { BadRequestError, NotFoundError, UnavailableError, ValidationError } from '../../errors.ts';
import { findPlanOnSale, getStanding, type PlanOnSale } from '../plans/service.ts';
import { currentGateway, gatewayOf } from './gateways.ts';
import { takeInNews } from './news.ts';
import {
  findFirstPayment,
  findPurchaseByToken,
  getPayer,
  insertPurchase,
  listPurchases,
  type PurchaseRow,
  updatePurchase,
} from './queries.ts';

const TOKEN_BYTES = 24;

/** For everybody: which gateway takes payments, and where to write to. */
export function getCheckoutSettings({ config, payments }: Context): CheckoutSettings {
  return { gateway: payments?.name ?? 'off', contact_email: config.contactEmail };
}

/**
 * Opens a checkout at the gateway for a paid plan, at the price of our data in the reader's currency. Throws
 * ValidationError for a plan that cannot be bought, UnavailableError when the gateway does not answer (SPEC 8).
 */
export async function startCheckout(
  context: Context,
  user: CurrentUser,
  input: CreateCheckout,
  language: Language,
): Promise<Checkout> {
  const plan = await requirePlanToBuy(context, user, input.subscription_plan, language);
  const gateway = currentGateway(context);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { amount_cents, currency } = plan;
  const id = await insertPurchase(context.db, {
    token,
    user_id: user.id,
    plan_id: plan.id,
    gateway: gateway.name,
    amount_cents,
    currency,
    created_at: timestampOf(context),
  });
  const checkout_url = await openAtGateway(context, gateway, { id, token, user, plan, language });
  return { checkout_url, token, subscription_plan: plan.id, amount: amountOf(amount_cents), currency };
}

/**
 * What became of a checkout (DECISIONS "Verify"). Asks the gateway when no message of it has arrived yet. Idempotent;
 * somebody else's token is NotFoundError.
 */
export async function verifyPayment(
  context: Context,
  user: CurrentUser,
  token: string | null | undefined,
): Promise<PaymentVerification> {
  if (!token) throw new BadRequestError('payments.missing');
  const purchase = await requireOwnPurchase(context, user, token);
  if (purchase.bought_at === null && purchase.gateway_checkout_id !== null) await ask(context, purchase);
  return describe(context, await requireOwnPurchase(context, user, token));
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

/** Job: the same question without anybody waiting for the answer. */
export async function askCheckout(
  context: Context,
  purchase: Pick<PurchaseRow, 'gateway' | 'gateway_checkout_id'>,
): Promise<void> {
  if (purchase.gateway_checkout_id === null) return;
  const news = await gatewayOf(context, purchase).askCheckout(purchase.gateway_checkout_id, context.now());
  if (news) await context.db.transaction().execute((trx) => takeInNews(context, trx, news, 'reconcile'));
}

async function requirePlanToBuy(
  context: Context,
  user: CurrentUser,
  planId: number,
  language: Language,
): Promise<PlanOnSale> {
  const plan = await findPlanOnSale(context.db, planId, language);
  if (!plan) throw new ValidationError({ subscription_plan: 'payments.unknown_plan' });
  if (plan.amount_cents <= 0) throw new ValidationError({ subscription_plan: 'payments.free_plan' });
  const current = await getStanding(context, context.db, user.id);
  const isPaid = current?.standing === 'active' || current?.standing === 'cancelling';
  if (isPaid && current.planId === plan.id)
    throw new ValidationError({ subscription_plan: 'payments.current_plan' });
  return plan;
}

type Order = { id: number; token: string; user: CurrentUser; plan: PlanOnSale; language: Language };

async function openAtGateway(
  context: Context,
  gateway: PaymentGateway,
  { id, token, user, plan, language }: Order,
): Promise<string> {
  const { db, config, log } = context;
  const { email } = await getPayer(db, user.id);
  try {
    const { checkoutId, url } = await gateway.openCheckout({
      token,
      planName: plan.name,
      amountCents: plan.amount_cents,
      currency: plan.currency,
      language,
      email,
      customerId: await findCustomerId(context, user, plan, gateway),
      returnUrl: `${config.publicUrl}/payment/verify?token=${token}`,
      cancelUrl: `${config.publicUrl}/subscription/pricing`,
    });
    await updatePurchase(db, id, { gateway_checkout_id: checkoutId });
    return url;
  } catch (error) {
    log.error({ err: error, purchase: id }, 'The payment gateway opened no checkout');
    await updatePurchase(db, id, { failed_at: timestampOf(context) });
    throw new UnavailableError('payments.checkout_failed');
  }
}

/** The gateway's customer of the last purchase; one customer cannot have two currencies. */
async function findCustomerId(
  { db }: Context,
  user: CurrentUser,
  { currency }: PlanOnSale,
  gateway: PaymentGateway,
): Promise<string | null> {
  const purchases = await listPurchases(db, user.id);
  const last = purchases.findLast(
    (each) =>
      each.gateway === gateway.name && each.gateway_customer_id !== null && each.currency === currency,
  );
  return last?.gateway_customer_id ?? null;
}

async function ask(context: Context, purchase: PurchaseRow): Promise<void> {
  const { gateway_checkout_id } = purchase;
  if (gateway_checkout_id === null) return;
  const gateway = gatewayOf(context, purchase);
  const news = await gateway.askCheckout(gateway_checkout_id, context.now()).catch((error: unknown) => {
    context.log.error({ err: error, purchase: purchase.id }, 'The payment gateway did not answer');
    throw new UnavailableError('payments.verify_failed');
  });
  if (news) await context.db.transaction().execute((trx) => takeInNews(context, trx, news, 'verify'));
}

/** A payment for a plan that was already paid is a success with the first transaction: it is given back by a job. */
async function describe({ db }: Context, purchase: PurchaseRow): Promise<PaymentVerification> {
  const plan = purchase.plan_name;
  if (purchase.bought_at === null) {
    const status = purchase.failed_at === null ? 'pending' : 'failed';
    return { status, plan, date: null, transaction_id: null };
  }
  const { current, toSettle } = resolvePurchases(await listPurchases(db, purchase.user_id));
  const settlement = purchase.settlement ?? toSettle.find(({ id }) => id === purchase.id)?.settlement;
  const counted = settlement === 'duplicate' && current ? current.id : purchase.id;
  const payment = (await findFirstPayment(db, counted)) ?? (await findFirstPayment(db, purchase.id));
  return {
    status: 'success',
    plan,
    date: payment?.made_at ?? purchase.bought_at,
    transaction_id: payment?.gateway_payment_id ?? null,
  };
}
