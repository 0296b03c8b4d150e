import type { PlanCode, SelectPlan, SubscriptionDetails } from '@vitrin/shared/contract/payments/checkout.ts';
import type { Subscription } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { resolvePurchases, type Standing } from '@vitrin/shared/rules/money/subscription.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { BadRequestError, NotFoundError, PaymentRequiredError, UnavailableError } from '../../../errors.ts';
import type { MessageKey } from '../../../i18n/messages.ts';
import { getStanding, getSubscription, type PlanStanding } from '../../plans/service.ts';
import { getUser } from '../../users/service.ts';
import { gatewayOf } from '../gateways.ts';
import { applyFacts, applyReport } from '../events/apply-report.ts';
import { listPurchases, type PurchaseRow } from '../queries.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { inTurn } from './turns.ts';

export type Payer = Pick<CurrentUser, 'id'>;

/**
 * Ends the paid plan with its period (specification 7.6), or at once when a renewal is due and unpaid. Cancelling
 * again changes nothing. Throws BadRequestError when there is nothing to cancel, UnavailableError when the gateway
 * does not answer.
 */
export async function cancelSubscription(
  context: Context,
  user: Payer,
  language: Language,
): Promise<Subscription> {
  await requireStanding(context, user);
  const current = await requireCurrentPurchase(context, user);
  await inTurn(context, current.id, async () => {
    const standing = await askWhenDue(context, user);
    if (standing === 'free' || standing === 'ended') throw new BadRequestError('payments.nothing_to_cancel');
    if (standing === 'cancelling') return;
    const purchase = await requireCurrentPurchase(context, user);
    await (standing === 'past_due' ? endNow(context, purchase) : setCancel(context, purchase, true));
  });
  return requireSubscription(context, user, language);
}

/** Revokes a cancellation before the period ends. Throws BadRequestError when there is none. */
export async function resumeSubscription(
  context: Context,
  user: Payer,
  language: Language,
): Promise<Subscription> {
  await requireStanding(context, user);
  const current = await requireCurrentPurchase(context, user, 'payments.nothing_to_resume');
  await inTurn(context, current.id, async () => {
    const { standing } = await requireStanding(context, user);
    if (standing === 'active') return;
    const purchase = await requireCurrentPurchase(context, user, 'payments.nothing_to_resume');
    if (standing !== 'cancelling' || purchase.gateway === 'owner' || purchase.ended_at !== null)
      throw new BadRequestError('payments.nothing_to_resume');
    if (!gatewayOf(context, purchase).canResume) throw new BadRequestError('payments.cancellation_is_final');
    await setCancel(context, purchase, false);
  });
  return requireSubscription(context, user, language);
}

export async function isRenewed(context: Context, user: Payer): Promise<boolean> {
  const standing = (await getStanding(context, user.id))?.standing;
  if (standing !== 'active' && standing !== 'past_due') return false;
  const purchases = await listPurchases(context.db, user.id);
  const { current } = resolvePurchases(purchases);
  return purchases.some(({ id, gateway }) => id === current?.id && gateway !== 'owner');
}

/** Older call for the details of a subscription (specification 7.10). */
export async function getSubscriptionDetails(
  context: Context,
  user: CurrentUser,
): Promise<SubscriptionDetails> {
  const { used_storage, project_count } = await getUser(context, user, user.id, user.language);
  return {
    plan: codeInForce(await requireStanding(context, user)),
    storageUsed: used_storage,
    projectCount: project_count,
  };
}

/** Serves an older call (specification 7.10): Starter cancels, and a paid plan needs a checkout. */
export async function selectPlan(
  context: Context,
  user: CurrentUser,
  { plan }: SelectPlan,
): Promise<SubscriptionDetails> {
  const standing = await requireStanding(context, user);
  if (plan !== codeInForce(standing)) {
    if (plan !== 'free') throw new PaymentRequiredError('payments.checkout_needed');
    await cancelSubscription(context, user, user.language);
  }
  return getSubscriptionDetails(context, user);
}

function codeInForce({ code, standing }: PlanStanding): PlanCode {
  return standing === 'ended' ? 'free' : (code as PlanCode);
}

/** Standing of a user's plan now. Throws NotFoundError without a subscription. */
export async function requireStanding(context: Context, user: Payer): Promise<PlanStanding> {
  const standing = await getStanding(context, user.id);
  if (!standing) throw new NotFoundError();
  return standing;
}

/** Subscription as its owner sees it. Throws NotFoundError where there is none. */
export async function requireSubscription(
  context: Context,
  user: Payer,
  language: Language,
): Promise<Subscription> {
  const subscription = await getSubscription(context, user.id, language);
  if (!subscription) throw new NotFoundError();
  return subscription;
}

/** The purchase that a user's plan comes from. Throws BadRequestError with `refusal` where there is none. */
export async function requireCurrentPurchase(
  { db }: Context,
  user: Payer,
  refusal: MessageKey = 'payments.nothing_to_cancel',
): Promise<PurchaseRow> {
  const purchases = await listPurchases(db, user.id);
  const { current } = resolvePurchases(purchases);
  const purchase = purchases.find(({ id }) => id === current?.id);
  if (!purchase) throw new BadRequestError(refusal);
  return purchase;
}

/**
 * Asks the gateway when a renewal is due, or the plan looks over although the gateway has not ended it: it may have
 * been paid a moment ago, and ending the plan would lose that. The gateway's clock decides, since ours may be ahead.
 */
export async function askWhenDue(context: Context, user: Payer): Promise<Standing> {
  const { standing } = await requireStanding(context, user);
  if (standing !== 'past_due' && standing !== 'ended') return standing;
  const purchase = await requireCurrentPurchase(context, user);
  if (purchase.ended_at !== null) return standing;
  const report = await atGateway(context, purchase, (gateway, id) =>
    gateway.askSubscription(id, context.now(), purchase.token),
  );
  if (!report) return standing;
  await inTransaction(context, (tx) => applyReport(tx, report, 'user'));
  return (await requireStanding({ ...context, now: () => new Date(report.at) }, user)).standing;
}

/** Changes the gateway, then the plan; by the gateway's clock, and the newest of all changes known. */
async function setCancel(context: Context, purchase: PurchaseRow, cancel: boolean): Promise<void> {
  const at = await atGateway(context, purchase, (gateway, id) =>
    gateway.setCancelAtPeriodEnd(id, cancel, context.now()),
  );
  const changed_at = laterThan(purchase.cancel_changed_at, at ?? timestampOf(context));
  const fact = { kind: 'cancel_changed', cancel_at_period_end: cancel, changed_at } as const;
  await applyFacts(context, purchase, [fact], 'user');
}

function laterThan(existing: string | null, now: string): string {
  return existing === null || existing < now ? now : new Date(Date.parse(existing) + 1).toISOString();
}

async function endNow(context: Context, purchase: PurchaseRow): Promise<void> {
  await atGateway(context, purchase, (gateway, id) => gateway.endNow(id, null));
  await applyFacts(context, purchase, [{ kind: 'ended', ended_at: timestampOf(context) }], 'user');
}

/** Runs a change at the gateway before it is stored, as it charges for unknown changes; else UnavailableError. */
export async function atGateway<Answer>(
  context: Context,
  purchase: PurchaseRow,
  action: (gateway: ReturnType<typeof gatewayOf>, subscriptionId: string) => Promise<Answer>,
): Promise<Answer | undefined> {
  if (purchase.gateway_subscription_id === null) return undefined;
  const gateway = gatewayOf(context, purchase);
  try {
    return await action(gateway, purchase.gateway_subscription_id);
  } catch (error) {
    context.log.error({ err: error, purchase: purchase.id }, 'The payment gateway did not answer');
    throw new UnavailableError('payments.unavailable');
  }
}
