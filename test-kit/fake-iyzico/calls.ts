import { z } from 'zod';
import {
  type Form,
  IyzicoFault,
  type IyzicoState,
  requireFound,
  newReference,
  type Payment,
} from './state.ts';

const text = z.string().min(1);
const Address = z.object({ address: text, contactName: text, city: text, country: text });
const Initialize = z.object({
  callbackUrl: z.url(),
  conversationId: z.string().optional(),
  pricingPlanReferenceCode: text,
  subscriptionInitialStatus: z.literal('ACTIVE'),
  customer: z.object({
    name: text,
    surname: text,
    email: z.email(),
    gsmNumber: text,
    identityNumber: z.string().min(5).max(50),
    billingAddress: Address,
    shippingAddress: Address,
  }),
});
const Plan = z.object({
  name: text,
  price: z.union([z.string(), z.number()]).transform(Number).pipe(z.number().positive()),
  currencyCode: z.enum(['TRY', 'USD', 'EUR']),
  paymentInterval: z.literal('MONTHLY'),
  paymentIntervalCount: z.literal(1),
  planPaymentType: z.literal('RECURRING'),
});
const RefundOrder = z.object({
  paymentId: z.union([z.string(), z.number()]).transform(Number),
  price: z.union([z.string(), z.number()]).transform(Number).pipe(z.number().positive()),
});

const CardUpdate = z.object({ callbackUrl: z.url(), subscriptionReferenceCode: text });

type FakeState = IyzicoState & { retryByCall: (orderReference: string) => void };
type Call = { method: string; path: string; query: URLSearchParams; body: unknown };

/** Answers one call of iyzico's API as far as Vitrin makes it; throws IyzicoFault. */
export function answerCall(state: FakeState, call: Call): object {
  const { method, path, query } = call;
  const [, form] = /^\/v2\/subscription\/checkoutform\/([^/]+)$/.exec(path) ?? [];
  const [, subscription, action = ''] =
    /^\/v2\/subscription\/subscriptions\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
  const [, product] = /^\/v2\/subscription\/products\/([^/]+)\/pricing-plans$/.exec(path) ?? [];
  if (product !== undefined && method === 'POST') return makePlan(state, product, call.body);
  if (method === 'POST' && form === 'initialize') return openForm(state, call.body);
  if (method === 'GET' && form !== undefined) return formResult(state, form);
  if (subscription !== undefined && `${method}${action}` === 'GET')
    return subscriptionDetails(state, subscription);
  if (subscription !== undefined && `${method}${action}` === 'POST/cancel')
    return cancel(state, subscription);
  switch (`${method} ${path}`) {
    case 'GET /v2/subscription/products':
      return listProducts(state);
    case 'POST /v2/subscription/products':
      return makeProduct(state, call.body);
    case 'POST /v2/subscription/card-update/checkoutform/initialize/with-subscription':
      return openCardForm(state, call.body);
    case 'POST /v2/subscription/operation/retry':
      state.retryByCall(read(z.object({ referenceCode: text }), call.body).referenceCode);
      return {};
    case 'POST /v2/payment/refund':
      return refund(state, call.body);
    case 'GET /v2/reporting/payment/details':
      return paymentDetails(state, Number(query.get('paymentId')));
    case 'GET /v2/reporting/payment/transactions':
      return transactionsOf(state, query.get('transactionDate') ?? '');
    default:
      throw new IyzicoFault('10', 'No such address');
  }
}

function listProducts({ product, plans }: IyzicoState) {
  return {
    data: { items: product ? [{ ...product, pricingPlans: plans }] : [], totalCount: product ? 1 : 0 },
  };
}

function makeProduct(state: IyzicoState, body: unknown) {
  const { name } = read(z.object({ name: text }), body);
  if (state.product?.name === name) throw new IyzicoFault('201001', 'The product exists');
  state.product = { referenceCode: newReference(), name };
  return { data: state.product };
}

function makePlan(state: IyzicoState, product: string, body: unknown) {
  if (state.product?.referenceCode !== product) throw new IyzicoFault('201000', 'No such product');
  const { name, price, currencyCode } = read(Plan, body);
  if (state.plans.some((plan) => plan.name === name)) throw new IyzicoFault('201051', 'The plan exists');
  const plan = { referenceCode: newReference(), name, price, currencyCode };
  state.plans.push(plan);
  return { data: plan };
}

function openForm(state: IyzicoState, body: unknown) {
  const { callbackUrl, conversationId = '', pricingPlanReferenceCode, customer } = read(Initialize, body);
  requireFound(state.plans.find(({ referenceCode }) => referenceCode === pricingPlanReferenceCode));
  const token = newReference();
  const form: Form = {
    token,
    conversationId,
    callbackUrl,
    pricingPlanReferenceCode,
    customer,
    subscription: null,
  };
  state.forms.set(token, form);
  return { token, checkoutFormContent: `<script data-token="${token}"></script>`, tokenExpireTime: 1800 };
}

function openCardForm(state: IyzicoState, body: unknown) {
  const { callbackUrl, subscriptionReferenceCode } = read(CardUpdate, body);
  const { subscriptionStatus } = requireFound(state.subscriptions.get(subscriptionReferenceCode));
  if (subscriptionStatus === 'CANCELED') throw new IyzicoFault('201501', 'Cancelled already');
  const token = newReference();
  state.cardForms.set(token, { subscription: subscriptionReferenceCode, callbackUrl });
  return { token, checkoutFormContent: `<script data-token="${token}"></script>`, tokenExpireTime: 1800 };
}

function formResult(state: IyzicoState, token: string) {
  const { subscription } = requireFound(state.forms.get(token));
  if (subscription === null) throw new IyzicoFault('201450', 'The form is not completed');
  const { referenceCode, customerReferenceCode, pricingPlanReferenceCode, subscriptionStatus } = requireFound(
    state.subscriptions.get(subscription),
  );
  return { data: { referenceCode, customerReferenceCode, pricingPlanReferenceCode, subscriptionStatus } };
}

function subscriptionDetails(state: IyzicoState, reference: string) {
  return { data: { totalCount: 1, items: [requireFound(state.subscriptions.get(reference))] } };
}

function cancel(state: IyzicoState, reference: string) {
  const subscription = requireFound(state.subscriptions.get(reference));
  if (subscription.subscriptionStatus === 'CANCELED') throw new IyzicoFault('201501', 'Cancelled already');
  subscription.subscriptionStatus = 'CANCELED';
  return {};
}

function refund(state: IyzicoState, body: unknown) {
  const { paymentId, price } = read(RefundOrder, body);
  const payment = requireFound(state.payments.get(paymentId));
  if (kurus(returnedOf(payment)) + kurus(price) > kurus(payment.price))
    throw new IyzicoFault('5115', 'More than was paid');
  payment.refunds.push({ price, day: state.now().toISOString().slice(0, 10) });
  return { paymentId: String(paymentId), price };
}

function paymentDetails(state: IyzicoState, paymentId: number) {
  const { price, currency, refunds } = requireFound(state.payments.get(paymentId));
  const itemRefunds = refunds.map((each) => ({ refundPrice: each.price, refundStatus: 'SUCCESS' }));
  return {
    payments: [
      {
        paymentId,
        price,
        paidPrice: price,
        currency,
        cancels: [],
        itemTransactions: [{ refunds: itemRefunds }],
      },
    ],
  };
}

function transactionsOf(state: IyzicoState, day: string) {
  const transactions = [...state.payments.values()].flatMap((payment) => {
    const { paymentId, price } = payment;
    const paid = payment.day === day ? [{ transactionType: 'PAYMENT', paymentId, price }] : [];
    const refunds = payment.refunds.filter((each) => each.day === day);
    return [...paid, ...refunds.map((each) => ({ transactionType: 'REFUND', paymentId, price: each.price }))];
  });
  return { currentPage: 1, totalPageCount: 1, transactions };
}

function returnedOf({ refunds }: Payment): number {
  return refunds.reduce((sum, { price }) => sum + kurus(price), 0) / 100;
}

function kurus(price: number): number {
  return Math.round(price * 100);
}

function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new IyzicoFault(
    '100001',
    `Wrong: ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}`,
  );
}
