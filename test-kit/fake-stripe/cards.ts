import type { Stripe } from 'stripe';
import {
  type Form,
  requireFound,
  newId,
  StripeRefusal,
  type StripeState,
  type Subscription,
} from './state.ts';

/** The card that pays a subscription: its own, else its customer's. */
export function cardOf({ cards }: StripeState, subscription: Subscription): string {
  return subscription.default_payment_method ?? cards.get(subscription.customer) ?? '';
}

/** Opens the form for another card of the customer portal. */
export function openPortal(state: StripeState, form: Form) {
  const customer = form['customer'] ?? '';
  if (form['flow_data[type]'] !== 'payment_method_update') return requireFound(undefined);
  const id = newId('bps');
  const url = `https://billing.stripe.test/${id}`;
  const returnUrl = form['flow_data[after_completion][redirect][return_url]'] ?? '';
  state.portals.set(url, { customer, returnUrl });
  return { id, url, object: 'billing_portal.session' } satisfies Partial<Stripe.BillingPortal.Session>;
}

export function updateCustomer(state: StripeState, id: string, form: Form) {
  const card = form['invoice_settings[default_payment_method]'];
  if (card !== undefined) state.cards.set(id, card);
  return { id, object: 'customer' } satisfies Partial<Stripe.Customer>;
}

/** A payer enters another card on the form; Stripe makes it the customer's and charges nothing. */
export function giveCard(state: StripeState, url: string): void {
  state.cards.set(requireFound(state.portals.get(url)).customer, newId('pm'));
}

export function cardRefusal(): StripeRefusal {
  return new StripeRefusal(402, { type: 'card_error', code: 'card_declined', message: 'Declined' });
}
