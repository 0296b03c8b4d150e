import { Stripe } from 'stripe';
import type { CardOrder } from './gateway.ts';
import { idOf, timeOf } from './stripe-reports.ts';

/**
 * Opens the form for another card in Stripe's customer portal and resolves to its address. The portal sets the card of
 * a customer, which counts only where the subscription has none, so the subscription's card moves to the customer
 * first.
 */
export async function openPortal(
  stripe: Stripe,
  { subscriptionId, language, returnUrl, cancelUrl }: CardOrder,
): Promise<string> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const customer = idOf(subscription.customer);
  const card = idOf(subscription.default_payment_method);
  if (customer === null) throw new Error('Stripe names no customer of a subscription');
  if (card !== null) {
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
    await stripe.subscriptions.update(subscriptionId, { default_payment_method: '' });
  }
  const session = await stripe.billingPortal.sessions.create({
    customer,
    locale: language,
    return_url: cancelUrl,
    flow_data: {
      type: 'payment_method_update',
      after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
    },
  });
  return session.url;
}

/** Charges a refused month once per `pauseSeconds` by Stripe's clock; false when nothing is due. */
export async function payOpenInvoice(
  stripe: Stripe,
  subscriptionId: string,
  pauseSeconds: number,
): Promise<boolean> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] });
  const { latest_invoice } = subscription;
  if (latest_invoice === null || typeof latest_invoice === 'string') return false;
  const { id, status } = latest_invoice;
  if (status !== 'open') return false;
  const span = Math.floor(Date.parse(timeOf(subscription, new Date())) / (pauseSeconds * 1000));
  try {
    await stripe.invoices.pay(id, {}, { idempotencyKey: `pay-${id}-${span}` });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
  }
  return true;
}
