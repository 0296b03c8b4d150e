import { emit } from './lifecycle.ts';
import { chargeObject, disputeObject, intentOf, refundObject } from './objects.ts';
import { type Dispute, requireFound, newId, type Refund, seconds, type StripeState } from './state.ts';

/** Refunds made in Stripe's dashboard, and disputes at the payer's bank. */
export function stripeReturns(state: StripeState) {
  return {
    refundInDashboard,
    failRefund,
    openDispute,
    decideDispute,
  };

  function refundInDashboard(invoiceId: string, amount: number): string {
    requireFound(state.invoices.get(invoiceId));
    const refund = makeRefund(state, intentOf(invoiceId), amount);
    emit(state, 'refund.created', refundObject(refund));
    emit(state, 'charge.refunded', chargeObject(state, refund.payment_intent));
    return refund.id;
  }

  /** The bank sends a refund back, because the card is closed. */
  function failRefund(refundId: string): void {
    const refund = requireFound(state.refunds.find(({ id }) => id === refundId));
    refund.status = 'failed';
    emit(state, 'refund.failed', refundObject(refund));
  }

  /** The payer disputes a payment; an inquiry asks only and fetches nothing back. */
  function openDispute(
    invoiceId: string,
    amount: number,
    status: 'needs_response' | 'warning_needs_response' = 'needs_response',
  ): string {
    requireFound(state.invoices.get(invoiceId));
    const dispute: Dispute = {
      id: newId('dp'),
      payment_intent: intentOf(invoiceId),
      amount,
      status,
      created: seconds(state.now()),
    };
    state.disputes.push(dispute);
    emit(state, 'charge.dispute.created', disputeObject(dispute));
    return dispute.id;
  }

  function decideDispute(disputeId: string, status: 'won' | 'lost'): void {
    const dispute = requireFound(state.disputes.find(({ id }) => id === disputeId));
    dispute.status = status;
    emit(state, 'charge.dispute.closed', disputeObject(dispute));
  }
}

/**
 * Stripe also sends events for refunds made by the API. They are omitted here: there are many, and the server
 * that made them needs none.
 */
export function makeRefund(state: StripeState, payment_intent: string, amount: number): Refund {
  const created = seconds(state.now());
  const refund: Refund = { id: newId('re'), payment_intent, amount, status: 'succeeded', created };
  state.refunds.push(refund);
  return refund;
}
