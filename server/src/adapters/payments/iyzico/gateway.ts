import type { CheckoutOrder, PaymentGateway } from '../gateway.ts';
import { Done, OpenedForm, PaidForm, type Subscription, Subscriptions } from './answers.ts';
import { createIyzicoClient, type IyzicoClient, type IyzicoKeys, IyzicoRefusal } from './client.ts';
import { readNotice } from './notices.ts';
import { referenceOfPlan } from './pricing-plans.ts';
import { paymentsReturnedSince, refundUpTo, returnedOf } from './refunds.ts';
import { isOver, reportOf } from './reports.ts';

const FORMS = '/v2/subscription/checkoutform';
/** Codes for a wrong signature, and for keys that iyzico does not know. */
const WRONG_KEYS = new Set(['1000', '1001']);
const SUBSCRIPTIONS = '/v2/subscription/subscriptions';

type IyzicoOptions = IyzicoKeys & { merchantId: string | undefined; paymentPage: string };

/**
 * iyzico's checkout form and subscriptions, at prices of our data. iyzico keeps no word of ours with a subscription, knows
 * no credit, and takes no cancellation back (decision 0242).
 */
export function createIyzicoGateway(config: IyzicoOptions): PaymentGateway {
  const client = createIyzicoClient(config);
  return {
    name: 'iyzico',
    needsBuyer: true,
    givesCredit: false,
    canResume: false,
    reportsCheckouts: false,
    async openCheckout(order) {
      const pricingPlanReferenceCode = await referenceOfPlan(client, order);
      const form = await client.post(
        `${FORMS}/initialize`,
        formOf(order, pricingPlanReferenceCode),
        OpenedForm,
      );
      const url = form.paymentPageUrl ?? pageOf(config.paymentPage, form.token, order.language);
      return { checkoutId: form.token, url };
    },
    async askCheckout(checkoutId, now, token) {
      const referenceCode = await findSubscription(client, checkoutId);
      return referenceCode === null ? null : ask(client, referenceCode, token);
    },
    askSubscription: (subscriptionId, _now, token) => ask(client, subscriptionId, token),
    async setCancelAtPeriodEnd(subscriptionId, cancel) {
      if (!cancel) throw new Error('iyzico takes no cancellation back');
      return cancelNow(client, subscriptionId);
    },
    async endNow(subscriptionId) {
      await cancelNow(client, subscriptionId);
      return false;
    },
    refund: (paymentId, amountCents) => refundUpTo(client, paymentId, amountCents),
    async askReturned(paymentId) {
      const { returned_cents, at } = await returnedOf(client, paymentId);
      return { returned_cents, dispute: null, dispute_cents: 0, at };
    },
    findPaymentOf: async (paymentId) => paymentId,
    listReturned: (since, now) => paymentsReturnedSince(client, since, now),
    restoreCredit: async () => {},
    readEvent: async (body, signature) => {
      const notice = readNotice(config, body, signature);
      return {
        id: notice.iyziReferenceCode,
        type: notice.iyziEventType,
        report: null,
        returnedOf: null,
        subscriptionId: notice.subscriptionReferenceCode,
        otherVersion: null,
      };
    },
  };
}

/** The buyer is passed through and kept nowhere (specification 7.14). */
function formOf(order: CheckoutOrder, pricingPlanReferenceCode: string) {
  const { buyer, email, language, token, callbackUrl } = order;
  if (!buyer) throw new Error('iyzico opens no checkout without a buyer');
  const { name, surname, identity_number, phone, address, city, country, zip_code } = buyer;
  const place = { contactName: `${name} ${surname}`, address, city, country, zipCode: zip_code };
  return {
    locale: language,
    conversationId: token,
    callbackUrl,
    pricingPlanReferenceCode,
    subscriptionInitialStatus: 'ACTIVE',
    customer: {
      name,
      surname,
      identityNumber: identity_number,
      email,
      gsmNumber: phone,
      billingAddress: place,
      shippingAddress: place,
    },
  };
}

function pageOf(paymentPage: string, token: string, language: string): string {
  const url = new URL(paymentPage);
  url.searchParams.set('token', token);
  url.searchParams.set('lang', language);
  return url.href;
}

/** The subscription that a form has begun; null while it is not paid. iyzico refuses to show a form before that. */
async function findSubscription(client: IyzicoClient, formToken: string): Promise<string | null> {
  try {
    return (await client.get(`${FORMS}/${encodeURIComponent(formToken)}`, {}, PaidForm)).data.referenceCode;
  } catch (error) {
    if (error instanceof IyzicoRefusal && !WRONG_KEYS.has(error.code)) return null;
    throw error;
  }
}

async function ask(client: IyzicoClient, subscriptionId: string, token: string) {
  const { subscription, at } = await getSubscription(client, subscriptionId);
  return reportOf(subscription, token, at);
}

async function getSubscription(
  client: IyzicoClient,
  subscriptionId: string,
): Promise<{ subscription: Subscription; at: string }> {
  const path = `${SUBSCRIPTIONS}/${encodeURIComponent(subscriptionId)}`;
  const { data, systemTime } = await client.get(path, {}, Subscriptions);
  const [subscription] = data.items;
  if (!subscription) throw new Error('iyzico names no subscription');
  return { subscription, at: systemTime };
}

/** Stops all further charges; resolves to iyzico's time. A subscription that is over already is a success. */
async function cancelNow(client: IyzicoClient, subscriptionId: string): Promise<string> {
  const path = `${SUBSCRIPTIONS}/${encodeURIComponent(subscriptionId)}/cancel`;
  try {
    return (await client.post(path, {}, Done)).systemTime;
  } catch (error) {
    if (!(error instanceof IyzicoRefusal)) throw error;
    const { subscription, at } = await getSubscription(client, subscriptionId);
    if (!isOver(subscription)) throw error;
    return at;
  }
}
