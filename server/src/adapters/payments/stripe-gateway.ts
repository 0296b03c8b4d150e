import { Stripe } from 'stripe';
import { type CheckoutOrder, InvalidEventError, type PaymentGateway } from './gateway.ts';
import { newsOfAskedSession, newsOfAskedSubscription, newsOfEvent, TOKEN_KEY } from './stripe-news.ts';

const TIMEOUT_MILLISECONDS = 10_000;
/** Stripe's own advice: an older signature may be a recorded one. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

type StripeOptions = { secretKey: string; webhookSecret: string; apiBase: string | undefined };

/** Stripe Checkout in subscription mode, with prices from our data. */
export function createStripeGateway({ secretKey, webhookSecret, apiBase }: StripeOptions): PaymentGateway {
  const stripe = new Stripe(secretKey, {
    ...addressOf(apiBase),
    timeout: TIMEOUT_MILLISECONDS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return {
    name: 'stripe',
    async openCheckout(order) {
      const session = await stripe.checkout.sessions.create(sessionOf(order), {
        idempotencyKey: `checkout-${order.token}`,
      });
      if (!session.url) throw new Error('Stripe opened a checkout without an address');
      return { checkoutId: session.id, url: session.url };
    },
    async askCheckout(checkoutId, now) {
      const expand = ['subscription.latest_invoice'];
      return newsOfAskedSession(await stripe.checkout.sessions.retrieve(checkoutId, { expand }), now);
    },
    async askSubscription(subscriptionId, now) {
      const expand = ['latest_invoice'];
      return newsOfAskedSubscription(await stripe.subscriptions.retrieve(subscriptionId, { expand }), now);
    },
    async setCancelAtPeriodEnd(subscriptionId, cancel) {
      await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: cancel });
    },
    async endNow(subscriptionId, credit) {
      await unlessAlready('resource_missing', () =>
        stripe.subscriptions.cancel(subscriptionId, { prorate: credit, invoice_now: credit }),
      );
    },
    async refund(paymentId) {
      const invoice = await stripe.invoices.retrieve(paymentId, { expand: ['payments'] });
      const intents = (invoice.payments?.data ?? [])
        .filter(({ status }) => status === 'paid')
        .flatMap(({ payment }) => payment.payment_intent ?? []);
      if (invoice.amount_paid > 0 && intents.length === 0)
        throw new Error(`Stripe does not say how ${paymentId} was paid`);
      for (const intent of intents) {
        const payment_intent = typeof intent === 'string' ? intent : intent.id;
        await unlessAlready('charge_already_refunded', () =>
          stripe.refunds.create(
            { payment_intent, reason: 'duplicate' },
            { idempotencyKey: `refund-${paymentId}-${payment_intent}` },
          ),
        );
      }
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
        return { id: event.id, type: event.type, news: newsOfEvent(event) };
      } catch (error) {
        throw new InvalidEventError(error instanceof Error ? error.message : String(error), { cause: error });
      }
    },
  };
}

function sessionOf(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const metadata = { [TOKEN_KEY]: order.token };
  return {
    mode: 'subscription',
    client_reference_id: order.token,
    metadata,
    subscription_data: { metadata },
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

/** Repeating what was done before is a success. */
async function unlessAlready(code: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError && error.code === code)) throw error;
  }
}

function addressOf(apiBase: string | undefined): Stripe.StripeConfig {
  if (!apiBase) return {};
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? 80 : 443) };
}
