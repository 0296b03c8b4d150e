import type { Buyer } from '@vitrin/shared/contract/payments/buyer.ts';
import type { Checkout, CreateCheckout } from '@vitrin/shared/contract/payments/checkout.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { amountOf } from '@vitrin/shared/rules/money/cents.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { resolvePurchases } from '@vitrin/shared/rules/money/subscription.ts';
import type { PaymentGateway } from '../../adapters/payments/gateway.ts';
import type { Context } from '../../context.ts';
import { timestampIn, timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { CountExceededError, UnavailableError, ValidationError } from '../../errors.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { findPlanOnSale, getStanding, type PlanOnSale } from '../plans/service.ts';
import { requireStaying } from '../users/service.ts';
import { requireBillingDetails } from './billing/service.ts';
import { currentGateway } from './gateways.ts';
import { requireAcceptance, storeAcceptance } from './legal/service.ts';
import { countOpenCheckouts, getPayer, insertPurchase, listPurchases, updatePurchase } from './queries.ts';
import { newToken } from './service.ts';

/** A checkout older than this does not count against the limit of open ones. */
const OPEN_SECONDS = 24 * 3600;

/** A form of iyzico is open for half an hour, and its payer may close the browser after the payment. */
const ASK_AFTER_SECONDS = [120, 600, 2100];

/**
 * Opens a checkout for a paid plan at the price of our data, in the currency of decision 0041. Throws ValidationError
 * for a plan that cannot be bought, texts that were not accepted and missing billing details, CountExceededError when
 * too many are open, UnavailableError when the gateway does not answer (specification 10.7).
 */
export async function startCheckout(
  context: Context,
  user: CurrentUser,
  input: CreateCheckout,
  language: Language,
): Promise<Checkout> {
  const plan = await requirePlanToBuy(context, user, input.subscription_plan, language);
  await requireBillingDetails(context, user);
  const texts = requireAcceptance(context, input.accepted, language);
  const gateway = currentGateway(context, plan.currency);
  if (gateway.needsBuyer && !input.buyer) throw new ValidationError({ buyer: 'fields.required' });
  const token = newToken();
  const { amount_cents, currency } = plan;
  const id = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireStaying(tx.db, user.id);
    const max = MAX_COUNTS.openCheckouts;
    if ((await countOpenCheckouts(tx.db, user.id, timestampIn(tx, -OPEN_SECONDS))) >= max)
      throw new CountExceededError('payments.too_many_open', { max });
    const purchaseId = await insertPurchase(tx.db, {
      token,
      user_id: user.id,
      plan_id: plan.id,
      gateway: gateway.name,
      amount_cents,
      currency,
      created_at: timestampOf(tx),
    });
    await storeAcceptance(tx, texts, { userId: user.id, purchaseId });
    if (!gateway.reportsCheckouts)
      for (const seconds of ASK_AFTER_SECONDS)
        await enqueue(tx, 'ask-checkout', { purchase_id: purchaseId }, seconds);
    return purchaseId;
  });
  const buyer = input.buyer ?? null;
  const checkout_url = await openAtGateway(context, gateway, { id, token, user, plan, language, buyer });
  return { checkout_url, token, subscription_plan: plan.id, amount: amountOf(amount_cents), currency };
}

async function requirePlanToBuy(
  context: Context,
  user: CurrentUser,
  planId: number,
  language: Language,
): Promise<PlanOnSale> {
  const plan = await findPlanOnSale(context, user, planId, language);
  if (!plan) throw new ValidationError({ subscription_plan: 'payments.unknown_plan' });
  if (plan.amount_cents <= 0) throw new ValidationError({ subscription_plan: 'payments.free_plan' });
  const current = await getStanding(context, user.id);
  const isPaid = current?.standing === 'active' || current?.standing === 'cancelling';
  if (isPaid && current.planId === plan.id)
    throw new ValidationError({ subscription_plan: 'payments.current_plan' });
  return plan;
}

type Order = {
  id: number;
  token: string;
  user: CurrentUser;
  plan: PlanOnSale;
  language: Language;
  buyer: Buyer | null;
};

async function openAtGateway(
  context: Context,
  gateway: PaymentGateway,
  { id, token, user, plan, language, buyer }: Order,
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
      callbackUrl: `${config.publicUrl}/api/checkout/return/?token=${token}`,
      buyer,
    });
    await updatePurchase(db, id, { gateway_checkout_id: checkoutId });
    return url;
  } catch (error) {
    log.error({ err: error, purchase: id }, 'The payment gateway opened no checkout');
    await updatePurchase(db, id, { failed_at: timestampOf(context) });
    throw new UnavailableError('payments.checkout_failed');
  }
}

/** Returns the customer of the current purchase, who gets the credit, else of the last; a customer has one currency. */
async function findCustomerId(
  { db }: Context,
  user: CurrentUser,
  { currency }: PlanOnSale,
  gateway: PaymentGateway,
): Promise<string | null> {
  const purchases = await listPurchases(db, user.id);
  const usable = purchases.filter(
    (each) =>
      each.gateway === gateway.name && each.gateway_customer_id !== null && each.currency === currency,
  );
  const { current } = resolvePurchases(purchases);
  const best = usable.find(({ id }) => id === current?.id) ?? usable.at(-1);
  return best?.gateway_customer_id ?? null;
}
