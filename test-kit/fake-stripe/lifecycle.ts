import { monthsAfter } from '@vitrin/shared/rules/money/billing-periods.ts';
import { cardOf, giveCard } from './cards.ts';
import { invoiceObject, periodOf, sessionObject, subscriptionObject } from './objects.ts';
import {
  type Form,
  type Invoice,
  requireFound,
  newId,
  seconds,
  type Session,
  type StripeEvent,
  type StripeState,
  type Subscription,
} from './state.ts';

/** Actions of people on Stripe's pages and of time; each adds its events to `events`. */
export function stripeLifecycle(state: StripeState) {
  return {
    pay,
    payDelayed,
    arrive,
    bounce,
    expire,
    renew,
    renewDelayed,
    failRenewal,
    payLate,
    giveCard: (url: string) => giveCard(state, url),
    endSubscription,
    setCancelInDashboard,
    setEndInDashboard,
  };

  /** A customer pays on Stripe's page. Returns the subscription's id. */
  function pay(sessionId: string): string {
    const { session, subscription, invoice } = complete(sessionId);
    session.payment_status = 'paid';
    emit(state, 'checkout.session.completed', sessionObject(session));
    settleInvoice(state, invoice);
    emit(state, 'customer.subscription.updated', subscriptionObject(state, subscription));
    return subscription.id;
  }

  /** A customer pays in a way that takes days, such as a bank debit, so the outcome is open. */
  function payDelayed(sessionId: string): void {
    const { session, invoice } = complete(sessionId);
    invoice.attempt_count += 1;
    emit(state, 'checkout.session.completed', sessionObject(session));
  }

  /** A delayed payment succeeds. */
  function arrive(sessionId: string): void {
    const { session, invoice } = delayed(sessionId);
    session.payment_status = 'paid';
    settleInvoice(state, invoice);
    emit(state, 'checkout.session.async_payment_succeeded', sessionObject(session));
  }

  /** A delayed payment is refused by the bank. */
  function bounce(sessionId: string): void {
    const { session, invoice } = delayed(sessionId);
    emit(state, 'invoice.payment_failed', invoiceObject(state, invoice));
    emit(state, 'checkout.session.async_payment_failed', sessionObject(session));
  }

  function complete(sessionId: string) {
    const session = requireFound(state.sessions.get(sessionId));
    if (session.status !== 'open') throw new Error('Stripe takes a checkout once');
    const subscription = subscribe(state, session);
    session.status = 'complete';
    session.subscription = subscription.id;
    session.customer = subscription.customer;
    const invoice = addInvoice(state, subscription, 'subscription_create');
    emit(state, 'customer.subscription.created', subscriptionObject(state, subscription));
    return { session, subscription, invoice };
  }

  function delayed(sessionId: string) {
    const session = requireFound(state.sessions.get(sessionId));
    const subscription = requireFound(state.subscriptions.get(session.subscription ?? ''));
    return { session, invoice: requireFound(state.invoices.get(subscription.invoices[0] ?? '')) };
  }

  function expire(sessionId: string): void {
    const session = requireFound(state.sessions.get(sessionId));
    session.status = 'expired';
    emit(state, 'checkout.session.expired', sessionObject(session));
  }

  /** The next period begins and is paid. Returns the invoice. */
  function renew(subscriptionId: string): string {
    const invoice = nextInvoice(subscriptionId);
    settleInvoice(state, invoice);
    return invoice.id;
  }

  /** The next period begins; its payment takes days. Returns the invoice, which `payLate` settles. */
  function renewDelayed(subscriptionId: string): string {
    const invoice = nextInvoice(subscriptionId);
    invoice.attempt_count += 1;
    return invoice.id;
  }

  /** The next period begins and the card is refused. Returns the invoice, which can be paid late. */
  function failRenewal(subscriptionId: string): string {
    const invoice = nextInvoice(subscriptionId);
    invoice.attempt_count += 1;
    const subscription = requireFound(state.subscriptions.get(subscriptionId));
    subscription.status = 'past_due';
    state.refusedCards.add(cardOf(state, subscription));
    emit(state, 'invoice.payment_failed', invoiceObject(state, invoice));
    return invoice.id;
  }

  function payLate(invoiceId: string): void {
    settleLate(state, requireFound(state.invoices.get(invoiceId)));
  }

  function endSubscription(subscriptionId: string): void {
    endNow(state, requireFound(state.subscriptions.get(subscriptionId)), false);
  }

  function setCancelInDashboard(subscriptionId: string, cancel: boolean): void {
    changeCancel(state, requireFound(state.subscriptions.get(subscriptionId)), {
      cancel_at_period_end: cancel,
    });
  }

  /** Sets a date at which it ends, which is another field than the end of the period. */
  function setEndInDashboard(subscriptionId: string): void {
    const subscription = requireFound(state.subscriptions.get(subscriptionId));
    changeCancel(state, subscription, { cancel_at: periodOf(state, subscription).end });
  }

  function nextInvoice(subscriptionId: string): Invoice {
    const subscription = requireFound(state.subscriptions.get(subscriptionId));
    if (subscription.ended_at !== null) throw new Error('Stripe renews nothing that has ended');
    const invoice = addInvoice(state, subscription, 'subscription_cycle');
    emit(state, 'customer.subscription.updated', subscriptionObject(state, subscription));
    return invoice;
  }
}

/** Pays an invoice that was refused before. */
export function settleLate(state: StripeState, invoice: Invoice): void {
  const subscription = requireFound(state.subscriptions.get(invoice.subscription));
  if (subscription.status === 'past_due') subscription.status = 'active';
  settleInvoice(state, invoice);
}

/** A cancellation at the end of the period sets `cancel_at`, too. */
export function changeCancel(
  state: StripeState,
  subscription: Subscription,
  change: Partial<Pick<Subscription, 'cancel_at_period_end' | 'cancel_at'>>,
): void {
  if (change.cancel_at_period_end) subscription.cancel_at = periodOf(state, subscription).end;
  else if (subscription.cancel_at_period_end) subscription.cancel_at = null;
  Object.assign(subscription, change);
  emit(state, 'customer.subscription.updated', subscriptionObject(state, subscription));
}

/** With `prorate`, a final invoice credits the rest of the period. */
export function endNow(state: StripeState, subscription: Subscription, prorate: boolean): void {
  const at = seconds(state.now());
  const { start, end } = periodOf(state, subscription);
  subscription.ended_at = at;
  subscription.status = 'canceled';
  if (prorate) {
    const credit = Math.round((subscription.amount * (end - at)) / (end - start));
    state.credits.set(subscription.customer, (state.credits.get(subscription.customer) ?? 0) + credit);
    const final = addInvoice(state, subscription, 'subscription_update', { start: at, end });
    settleInvoice(state, final);
  }
  emit(state, 'customer.subscription.deleted', subscriptionObject(state, subscription));
}

function subscribe(state: StripeState, { form, customer }: Session): Subscription {
  const price = 'line_items[0][price_data]';
  const subscription: Subscription = {
    id: newId('sub'),
    customer: customer ?? newId('cus'),
    metadata: metadataOf(form, 'subscription_data[metadata]'),
    anchor: new Date(seconds(state.now()) * 1000).toISOString(),
    periods: 0,
    amount: Number(form[`${price}[unit_amount]`]),
    currency: form[`${price}[currency]`] ?? '',
    status: 'active',
    default_payment_method: newId('pm'),
    cancel_at_period_end: false,
    cancel_at: null,
    ended_at: null,
    invoices: [],
  };
  state.subscriptions.set(subscription.id, subscription);
  return subscription;
}

function addInvoice(
  state: StripeState,
  subscription: Subscription,
  billing_reason: Invoice['billing_reason'],
  period = nextPeriod(subscription),
): Invoice {
  const isReckoning = billing_reason === 'subscription_update';
  const balance = () => -(state.credits.get(subscription.customer) ?? 0);
  const starting_balance = balance();
  const amount_due = isReckoning ? 0 : useCredit(state, subscription);
  const invoice: Invoice = {
    id: newId('in'),
    subscription: subscription.id,
    amount_due,
    starting_balance,
    ending_balance: balance(),
    currency: subscription.currency,
    status: 'open',
    period,
    paid_at: null,
    attempt_count: 0,
    billing_reason,
  };
  if (!isReckoning) subscription.periods += 1;
  state.invoices.set(invoice.id, invoice);
  subscription.invoices.push(invoice.id);
  return invoice;
}

function nextPeriod({ anchor, periods }: Subscription): Invoice['period'] {
  const startOf = (period: number) => seconds(new Date(monthsAfter(anchor, period)));
  return { start: startOf(periods), end: startOf(periods + 1) };
}

/** Returns the amount left to pay after using the customer's credit. */
function useCredit(state: StripeState, { customer, amount }: Subscription): number {
  const credit = state.credits.get(customer) ?? 0;
  const used = Math.min(credit, amount);
  state.credits.set(customer, credit - used);
  return amount - used;
}

function settleInvoice(state: StripeState, invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.paid_at = seconds(state.now());
  invoice.attempt_count += 1;
  emit(state, 'invoice.paid', invoiceObject(state, invoice));
}

export function emit(state: StripeState, type: StripeEvent['type'], object: unknown): void {
  const created = seconds(state.now());
  state.events.push({ id: newId('evt'), type, created, data: { object: structuredClone(object) } });
}

/** `prefix[key]` fields of a form. */
export function metadataOf(form: Form, prefix: string): Form {
  return Object.fromEntries(
    Object.entries(form)
      .filter(([name]) => name.startsWith(`${prefix}[`))
      .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
  );
}
