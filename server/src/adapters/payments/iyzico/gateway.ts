import type { z } from 'zod';
import type { CheckoutOrder, PaymentGateway } from '../gateway.ts';
import { OpenedForm, PaidForm } from './answers.ts';
import {
  createIyzicoClient,
  type IyzicoClient,
  type IyzicoKeys,
  IyzicoRefusal,
  WRONG_KEYS,
} from './client.ts';
import { readNotice } from './notices.ts';
import { referenceOfPlan } from './pricing-plans.ts';
import { paymentsReturnedSince, refundUpTo, returnedOf } from './refunds.ts';
import { reportOf } from './reports.ts';
import { cancelNow, collectAgain, getSubscription } from './subscriptions.ts';

const FORMS = '/v2/subscription/checkoutform';
const CARD_FORM = '/v2/subscription/card-update/checkoutform/initialize/with-subscription';

type IyzicoOptions = IyzicoKeys & { merchantId: string | undefined; paymentPage: string };

/** Uses iyzico, which stores no word of ours, knows no credit, and takes no cancellation back (decision 0242). */
export function createIyzicoGateway(config: IyzicoOptions): PaymentGateway {
  const client = createIyzicoClient(config);
  return {
    name: 'iyzico',
    needsBuyer: true,
    givesCredit: false,
    canResume: false,
    retriesByItself: false,
    reportsCheckouts: false,
    async openCheckout(order) {
      const pricingPlanReferenceCode = await referenceOfPlan(client, order);
      const form = await client.post(
        `${FORMS}/initialize`,
        formOf(order, pricingPlanReferenceCode),
        OpenedForm,
      );
      return { checkoutId: form.token, url: addressOf(config, form, order.language) };
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
    async openCardForm({ subscriptionId, language, callbackUrl }) {
      const order = { locale: language, callbackUrl, subscriptionReferenceCode: subscriptionId };
      return addressOf(config, await client.post(CARD_FORM, order, OpenedForm), language);
    },
    collectAgain: (subscriptionId, pauseSeconds) => collectAgain(client, subscriptionId, pauseSeconds),
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

/** Builds the form; the buyer is passed on and never stored (specification 7.14). */
function formOf(order: CheckoutOrder, pricingPlanReferenceCode: string) {
  const { buyer, email, language, token, callbackUrl } = order;
  if (!buyer) throw new Error('iyzico opens no checkout without a buyer');
  const { name, surname, identity_number, phone, address, city, country, zip_code } = buyer;
  const postal = { contactName: `${name} ${surname}`, address, city, country, zipCode: zip_code };
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
      billingAddress: postal,
      shippingAddress: postal,
    },
  };
}

/** The page that shows a form: the one that iyzico names, else the configured one. */
function addressOf(
  { paymentPage }: Pick<IyzicoOptions, 'paymentPage'>,
  form: z.output<typeof OpenedForm>,
  language: string,
): string {
  if (form.paymentPageUrl !== undefined) return form.paymentPageUrl;
  const url = new URL(paymentPage);
  url.searchParams.set('token', form.token);
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
