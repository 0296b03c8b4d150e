import { Stripe } from 'stripe';
import { type CheckoutOrder, InvalidEventError, type PaymentGateway } from './gateway.ts';
import { openPortal, payOpenInvoice } from './stripe-cards.ts';
import {
  idOf,
  reportOfFetchedSession,
  reportOfFetchedSubscription,
  reportOfEvent,
  periodEndOf,
  timeOf,
  TOKEN_KEY,
  creditUsedBy,
} from './stripe-reports.ts';
import {
  intentOfEvent,
  intentsReturnedSince,
  invoiceOfIntent,
  paidIntentsOf,
  refundedCents,
  returnedOf,
} from './stripe-returns.ts';

/** Answers and webhook events are read in this version; a newer SDK with another version does not compile. */
const STRIPE_API_VERSION = '2026-10-28.endive';
const TIMEOUT_MILLISECONDS = 10_000;
/** Stripe's own advice: an event with an older signature may be a replayed one. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

/** Metadata key for the invoice of which a balance transaction restores the credit. */
const RESTORED_KEY = 'vitrin_credit_of';

type StripeOptions = { secretKey: string; webhookSecret: string; apiBase: string | undefined };

export function createStripeGateway({ secretKey, webhookSecret, apiBase }: StripeOptions): PaymentGateway {
  const stripe = new Stripe(secretKey, {
    ...addressOf(apiBase),
    apiVersion: STRIPE_API_VERSION,
    timeout: TIMEOUT_MILLISECONDS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return {
    name: 'stripe',
    needsBuyer: false,
    givesCredit: true,
    canResume: true,
    retriesByItself: true,
    reportsCheckouts: true,
    async openCheckout(order) {
      const session = await openSession(stripe, order);
      if (!session.url) throw new Error('Stripe opened a checkout without an address');
      return { checkoutId: session.id, url: session.url };
    },
    async askCheckout(checkoutId, now) {
      const expand = ['subscription.latest_invoice'];
      const session = await stripe.checkout.sessions.retrieve(checkoutId, { expand });
      return reportOfFetchedSession(session, timeOf(session, now));
    },
    async askSubscription(subscriptionId, now) {
      const expand = ['latest_invoice'];
      const subscription = await stripe.subscriptions.retrieve(subscriptionId, { expand });
      return reportOfFetchedSubscription(subscription, timeOf(subscription, now));
    },
    async setCancelAtPeriodEnd(subscriptionId, cancel, now) {
      const changed = await stripe.subscriptions.update(
        subscriptionId,
        cancel || !(await endsOnDayOfItsOwn(stripe, subscriptionId))
          ? { cancel_at_period_end: cancel }
          : { cancel_at: '' },
      );
      return timeOf(changed, now);
    },
    async endNow(subscriptionId, creditedPeriodEnd) {
      const subscription = await stripe.subscriptions.retrieve(subscriptionId);
      // An earlier try of this job ended the subscription, but its answer was lost.
      if (subscription.ended_at !== null) return creditedPeriodEnd !== null;
      const prorate = creditedPeriodEnd !== null && periodEndOf(subscription) === creditedPeriodEnd;
      await unlessAlready('resource_missing', () =>
        stripe.subscriptions.cancel(subscriptionId, { prorate, invoice_now: prorate }),
      );
      return prorate;
    },
    openCardForm: (order) => openPortal(stripe, order),
    collectAgain: (subscriptionId, pauseSeconds) => payOpenInvoice(stripe, subscriptionId, pauseSeconds),
    async refund(paymentId, amountCents) {
      const invoice = await stripe.invoices.retrieve(paymentId, { expand: ['payments'] });
      let rest = amountCents;
      for (const { intent, cents } of paidIntentsOf(invoice)) {
        const amount = Math.min(rest, cents);
        if (amount > 0) await refundUpTo(stripe, paymentId, intent, amount);
        rest -= amount;
      }
      if (rest > 0) throw new Error(`Stripe does not say how ${paymentId} was paid`);
    },
    async askReturned(paymentId, now) {
      const invoice = await stripe.invoices.retrieve(paymentId, { expand: ['payments'] });
      return { ...(await returnedOf(stripe, invoice)), at: timeOf(invoice, now) };
    },
    findPaymentOf: (intent) => invoiceOfIntent(stripe, intent),
    listReturned: (since) => intentsReturnedSince(stripe, since),
    async restoreCredit(paymentId) {
      const invoice = await stripe.invoices.retrieve(paymentId);
      const { customer, currency } = invoice;
      const customerId = idOf(customer);
      const used = creditUsedBy(invoice);
      if (customerId === null || used <= 0) return;
      // Stripe forgets an idempotency key after a day, so an earlier restoration is looked for in the balance itself.
      for await (const { metadata } of stripe.customers.listBalanceTransactions(customerId, { limit: 100 }))
        if (metadata?.[RESTORED_KEY] === paymentId) return;
      await stripe.customers.createBalanceTransaction(
        customerId,
        { amount: -used, currency, metadata: { [RESTORED_KEY]: paymentId } },
        { idempotencyKey: `restore-credit-${paymentId}` },
      );
    },
    async readEvent(body, signature, now) {
      try {
        const event = await stripe.webhooks.constructEventAsync(
          body,
          signature,
          webhookSecret,
          SIGNATURE_TOLERANCE_SECONDS,
          undefined,
          now.getTime(),
        );
        const { id, type, api_version } = event;
        const otherVersion = api_version === STRIPE_API_VERSION ? null : (api_version ?? 'unknown');
        return {
          id,
          type,
          report: reportOfEvent(event),
          returnedOf: intentOfEvent(event),
          subscriptionId: null,
          otherVersion,
        };
      } catch (error) {
        throw new InvalidEventError(error instanceof Error ? error.message : String(error), { cause: error });
      }
    },
  };
}

/** Opens a checkout, for a new customer where Stripe has lost the known one: deleted, or of other API keys. */
async function openSession(stripe: Stripe, order: CheckoutOrder): Promise<Stripe.Checkout.Session> {
  const idempotencyKey = `checkout-${order.token}`;
  try {
    return await stripe.checkout.sessions.create(sessionOf(order), { idempotencyKey });
  } catch (error) {
    if (order.customerId === null || !isRefusal(error, 'resource_missing')) throw error;
    const anew = sessionOf({ ...order, customerId: null });
    return stripe.checkout.sessions.create(anew, { idempotencyKey: `${idempotencyKey}-anew` });
  }
}

function sessionOf(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { [TOKEN_KEY]: order.token };
  return {
    mode: 'subscription',
    client_reference_id: order.token,
    metadata,
    subscription_data: { metadata },
    // The customer pays our price in its currency, whatever conversion the dashboard allows.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency.toLowerCase(),
          unit_amount: order.amountCents,
          recurring: { interval: 'month' },
          product_data: { name: `Vitrin ${order.planName}` },
        },
      },
    ],
    locale: order.language,
    success_url: order.returnUrl,
    cancel_url: order.cancelUrl,
    ...(order.customerId ? { customer: order.customerId } : order.email && { customer_email: order.email }),
  };
}

/** True if its end was set in the dashboard as a date, which is another field than "at the end of the period". */
async function endsOnDayOfItsOwn(stripe: Stripe, subscriptionId: string): Promise<boolean> {
  const { cancel_at, cancel_at_period_end } = await stripe.subscriptions.retrieve(subscriptionId);
  return cancel_at !== null && !cancel_at_period_end;
}

/** Refunds what is missing to `amountCents`, counting earlier refunds, as Stripe forgets idempotency keys after a day. */
async function refundUpTo(
  stripe: Stripe,
  paymentId: string,
  payment_intent: string,
  amount: number,
): Promise<void> {
  const done = await refundedCents(stripe, payment_intent);
  if (done >= amount) return;
  await unlessAlready('charge_already_refunded', () =>
    stripe.refunds.create(
      { payment_intent, amount: amount - done },
      { idempotencyKey: `refund-${paymentId}-${payment_intent}-${done}` },
    ),
  );
}

/** Runs `action`; an error with `code` says that an earlier try has done it already, which is a success. */
async function unlessAlready(code: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!isRefusal(error, code)) throw error;
  }
}

function isRefusal(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

function addressOf(apiBase: string | undefined): Stripe.StripeConfig {
  if (!apiBase) return {};
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) };
}
