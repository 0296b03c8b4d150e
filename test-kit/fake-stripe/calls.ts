import { cardOf, cardRefusal, openPortal, updateCustomer } from './cards.ts';
import { changeCancel, endNow, metadataOf, settleLate } from './lifecycle.ts';
import { makeRefund } from './returns.ts';
import {
  balanceChangeObject,
  disputeObject,
  expandedSession,
  expandedSubscription,
  intentOf,
  invoiceObject,
  invoicePaymentObject,
  refundedOf,
  refundObject,
  sessionObject,
} from './objects.ts';
import { type Form, requireFound, newId, type Session, StripeRefusal, type StripeState } from './state.ts';

/** Answers one call of Stripe's API as far as Vitrin makes it; throws StripeRefusal. */
export function answerCall(state: StripeState, method: string, path: string, form: Form): unknown {
  const [, kind = '', id = '', part = ''] =
    /^\/v1\/(checkout\/sessions|billing_portal\/sessions|subscriptions|invoices|invoice_payments|refunds|disputes|customers)\/?([^/]*)(\/balance_transactions|\/pay)?$/.exec(
      path,
    ) ?? [];
  switch (`${method} ${kind}${part}`) {
    case 'POST checkout/sessions':
      return openSession(state, form);
    case 'GET checkout/sessions':
      return expandedSession(state, requireFound(state.sessions.get(id)));
    case 'GET invoices':
      return invoiceObject(state, requireFound(state.invoices.get(id)));
    case 'GET subscriptions':
      return expandedSubscription(state, requireFound(state.subscriptions.get(id)));
    case 'POST subscriptions':
      return updateSubscription(state, id, form);
    case 'DELETE subscriptions':
      return cancelSubscription(state, id, form);
    case 'GET invoice_payments':
      return listOf(
        [...state.invoices.values()].filter(
          (invoice) => intentOf(invoice.id) === form['payment[payment_intent]'],
        ),
        invoicePaymentObject,
      );
    case 'GET refunds':
      return listOf(state.refunds.filter(isAsked(form)), refundObject);
    case 'GET disputes':
      return listOf(state.disputes.filter(isAsked(form)), disputeObject);
    case 'POST refunds':
      return refund(state, form);
    case 'GET customers/balance_transactions':
      return listOf(
        state.balanceChanges.filter(({ customer }) => customer === id),
        balanceChangeObject,
      );
    case 'POST customers':
      return updateCustomer(state, id, form);
    case 'POST billing_portal/sessions':
      return openPortal(state, form);
    case 'POST invoices/pay':
      return payInvoice(state, id);
    case 'POST customers/balance_transactions':
      return changeBalance(state, id, form);
    default:
      return requireFound(undefined);
  }
}

function openSession(state: StripeState, form: Form): unknown {
  const customer = form['customer'] ?? null;
  if (customer !== null && state.missingCustomers.has(customer))
    throw refusal(`No such customer: '${customer}'`, 'resource_missing');
  const currency = form['line_items[0][price_data][currency]'];
  const running = [...state.subscriptions.values()].filter(
    (each) => customer !== null && each.customer === customer && each.ended_at === null,
  );
  if (running.some((each) => each.currency !== currency))
    throw refusal('You cannot combine currencies on a single customer.');
  const session: Session = {
    id: newId('cs'),
    status: 'open',
    payment_status: 'unpaid',
    subscription: null,
    customer,
    metadata: metadataOf(form, 'metadata'),
    form,
  };
  state.sessions.set(session.id, session);
  return sessionObject(session);
}

function updateSubscription(state: StripeState, id: string, form: Form): unknown {
  const subscription = requireFound(state.subscriptions.get(id));
  if (subscription.ended_at !== null) throw refusal('A canceled subscription cannot be updated.');
  const { cancel_at_period_end, cancel_at, default_payment_method } = form;
  if (default_payment_method !== undefined)
    subscription.default_payment_method = default_payment_method === '' ? null : default_payment_method;
  if (cancel_at_period_end === undefined && cancel_at === undefined)
    return expandedSubscription(state, subscription);
  changeCancel(state, subscription, {
    ...(cancel_at_period_end !== undefined && { cancel_at_period_end: cancel_at_period_end === 'true' }),
    ...(cancel_at === '' && { cancel_at: null }),
  });
  return expandedSubscription(state, subscription);
}

function payInvoice(state: StripeState, id: string): unknown {
  const invoice = requireFound(state.invoices.get(id));
  const subscription = requireFound(state.subscriptions.get(invoice.subscription));
  if (invoice.status === 'paid') throw refusal('Invoice is already paid');
  if (state.refusedCards.has(cardOf(state, subscription))) throw cardRefusal();
  settleLate(state, invoice);
  return invoiceObject(state, invoice);
}

/** Stripe does not find an ended subscription by this call. */
function cancelSubscription(state: StripeState, id: string, form: Form): unknown {
  const subscription = requireFound(state.subscriptions.get(id));
  if (subscription.ended_at !== null) return requireFound(undefined);
  endNow(state, subscription, form['prorate'] === 'true' && form['invoice_now'] === 'true');
  return expandedSubscription(state, subscription);
}

function refund(state: StripeState, form: Form): unknown {
  const invoice = [...state.invoices.values()].find(({ id }) => intentOf(id) === form['payment_intent']);
  const { amount_due } = requireFound(invoice);
  const payment_intent = form['payment_intent'] ?? '';
  if (state.disputes.some((each) => each.payment_intent === payment_intent && each.status !== 'won'))
    throw refusal('Charge has been charged back.', 'charge_disputed');
  const left = amount_due - refundedOf(state, payment_intent);
  const amount = form['amount'] === undefined ? left : Number(form['amount']);
  if (left === 0) throw refusal('Charge has already been refunded.', 'charge_already_refunded');
  if (amount > left) throw refusal('Refund amount is greater than the unrefunded amount.');
  return refundObject(makeRefund(state, payment_intent, amount));
}

function changeBalance(state: StripeState, customer: string, form: Form): unknown {
  const amount = Number(form['amount']);
  const made = { id: newId('cbtxn'), customer, amount, metadata: metadataOf(form, 'metadata') };
  state.balanceChanges.push(made);
  state.credits.set(customer, (state.credits.get(customer) ?? 0) - amount);
  return balanceChangeObject(made);
}

function listOf<T>(items: T[], toObject: (item: T) => unknown): unknown {
  return { object: 'list', has_more: false, data: items.map(toObject) };
}

/** Refunds or disputes of an intent, or those since a time. */
function isAsked({ payment_intent, ...form }: Form) {
  return (each: { payment_intent: string; created: number }) =>
    (payment_intent === undefined || each.payment_intent === payment_intent) &&
    each.created >= Number(form['created[gte]'] ?? 0);
}

function refusal(message: string, code?: string): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...(code && { code }) });
}
