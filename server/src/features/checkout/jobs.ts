import type { Context } from '../../context.ts';
import type { JobHandlers } from '../../jobs/kinds.ts';
import { askAboutCheckout, askAboutSubscription, reconcilePayments } from './events/reconcile.ts';
import { issueInvoice } from './invoices/parasut/issue-invoice.ts';
import { makeInvoice } from './invoices/service.ts';
import { refundPayment, restoreCredit } from './payments/refunds.ts';
import { askReturned, findReturned, listReturned } from './payments/returned.ts';
import { renewInSandbox } from './sandbox/sandbox.ts';
import { settlePurchase } from './events/settle.ts';

type Kind =
  | 'ask-checkout'
  | 'ask-subscription'
  | 'settle-purchase'
  | 'refund-payment'
  | 'restore-credit'
  | 'make-invoice'
  | 'issue-invoice'
  | 'renew-in-sandbox'
  | 'reconcile-payments'
  | 'list-returned'
  | 'find-returned'
  | 'ask-returned';

export function checkoutJobs(context: Context): Pick<JobHandlers, Kind> {
  return {
    'ask-checkout': (payload) => askAboutCheckout(context, payload),
    'ask-subscription': (payload) => askAboutSubscription(context, payload),
    'settle-purchase': (payload) => settlePurchase(context, payload),
    'refund-payment': (payload) => refundPayment(context, payload),
    'restore-credit': (payload) => restoreCredit(context, payload),
    'make-invoice': (payload) => makeInvoice(context, payload),
    'issue-invoice': (payload) => issueInvoice(context, payload),
    'renew-in-sandbox': (payload) => renewInSandbox(context, payload),
    'reconcile-payments': () => reconcilePayments(context),
    'list-returned': () => listReturned(context),
    'find-returned': (payload) => findReturned(context, payload),
    'ask-returned': (payload) => askReturned(context, payload),
  };
}
