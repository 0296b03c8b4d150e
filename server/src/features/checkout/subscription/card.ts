import type { CardForm } from '@vitrin/shared/contract/payments/checkout.ts';
import type { Subscription } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../../context.ts';
import { BadRequestError } from '../../../errors.ts';
import { gatewayOf } from '../gateways.ts';
import {
  askWhenDue,
  atGateway,
  type Payer,
  requireCurrentPurchase,
  requireStanding,
  requireSubscription,
} from './subscription.ts';
import { inTurn } from './turns.ts';

const PLAN_OF_ACCOUNT = '/account#plan';

export const CARD_GIVEN = '/account?card=given#plan';

/** Two clicks in a row are one attempt, since banks count refused attempts. */
const PAUSE_SECONDS = 60;

/** Opens the card form (specification 7.18); BadRequestError without a renewed plan or a form, UnavailableError without an answer. */
export async function openCardForm(context: Context, user: Payer, language: Language): Promise<CardForm> {
  const { standing } = await requireStanding(context, user);
  const purchase = await requireCurrentPurchase(context, user, 'payments.no_card');
  const { openCardForm: open } = gatewayOf(context, purchase);
  if ((standing !== 'active' && standing !== 'past_due') || !open)
    throw new BadRequestError('payments.no_card');
  const { publicUrl } = context.config;
  const callbackUrl = `${publicUrl}/api/checkout/return/?card=given`;
  const returnUrl = `${publicUrl}${CARD_GIVEN}`;
  const cancelUrl = `${publicUrl}${PLAN_OF_ACCOUNT}`;
  const url = await atGateway(context, purchase, (_gateway, subscriptionId) =>
    open({ subscriptionId, language, callbackUrl, returnUrl, cancelUrl }),
  );
  if (url === undefined) throw new BadRequestError('payments.no_card');
  return { url };
}

/**
 * Charges a refused month once more, after another card was given or the card has money again (specification 7.18);
 * changes nothing when nothing is due, and returns the outcome. Throws BadRequestError where the gateway refuses no
 * renewal, UnavailableError when it does not answer.
 */
export async function payDueMonth(context: Context, user: Payer, language: Language): Promise<Subscription> {
  const { id } = await requireCurrentPurchase(context, user, 'payments.nothing_due');
  await inTurn(context, id, async () => {
    const standing = await askWhenDue(context, user);
    if (standing === 'ended') throw new BadRequestError('payments.nothing_due');
    if (standing !== 'past_due') return;
    const purchase = await requireCurrentPurchase(context, user, 'payments.nothing_due');
    const { collectAgain } = gatewayOf(context, purchase);
    if (!collectAgain) throw new BadRequestError('payments.nothing_due');
    await atGateway(context, purchase, (_gateway, subscriptionId) =>
      collectAgain(subscriptionId, PAUSE_SECONDS),
    );
    await askWhenDue(context, user);
  });
  return requireSubscription(context, user, language);
}
