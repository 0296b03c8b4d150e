import { createRequire } from 'node:module';
import { afterAll, expect, test } from 'vitest';
import { authorizationOf } from '../../../adapters/payments/iyzico/client.ts';
import { BUYER } from '../../../testing/checkout/iyzico-app.ts';
import { IYZICO_KEYS, startFakeIyzico } from '../../../../../test-kit/fake-iyzico/fake-iyzico.ts';

/** The official client, which has no types; only the calls used here. */
type Resource<Method extends string> = Record<
  Method,
  (request: object, done: (error: unknown, answer: Answer) => void) => void
>;
type Answer = {
  status: string;
  errorCode?: string;
  token?: string;
  data?: { referenceCode: string; items: Item[] };
};
type Item = {
  name?: string;
  subscriptionStatus?: string;
  orders?: { paymentAttempts: { paymentId: number }[] }[];
};
type Iyzipay = {
  subscriptionProduct: Resource<'create' | 'retrieveList'>;
  subscriptionPricingPlan: Resource<'create'>;
  subscriptionCheckoutForm: Resource<'initialize' | 'retrieve'>;
  subscription: Resource<'retrieve' | 'cancel'>;
  subscriptionCard: Resource<'updateWithSubscriptionReferenceCode'>;
  subscriptionPayment: Resource<'retry'>;
  refundV2: Resource<'create'>;
};
const require = createRequire(import.meta.url);
const IyzipayClient = require('iyzipay') as new (options: object) => Iyzipay;
const utils = require('iyzipay/lib/utils.js') as {
  generateAuthorizationHeaderV2: (
    name: string,
    apiKey: string,
    separator: string,
    secretKey: string,
    uri: string,
    body: object,
    random: string,
  ) => string;
};

const fake = await startFakeIyzico();
afterAll(() => fake.close());
const client = new IyzipayClient({ ...IYZICO_KEYS, uri: fake.apiBase });

const call = <Method extends string>(resource: Resource<Method>, method: Method, request: object) =>
  new Promise<Answer>((resolve, reject) => {
    resource[method](request, (error, answer) => (error ? reject(error) : resolve(answer)));
  });

test('our signature of a call is that of the official client', () => {
  const body = { locale: 'tr', price: '899.00', name: 'Yılmaz' };
  const path = '/v2/subscription/products';
  const { apiKey, secretKey } = IYZICO_KEYS;
  expect(authorizationOf(IYZICO_KEYS, '12345', path, JSON.stringify(body))).toBe(
    utils.generateAuthorizationHeaderV2('IYZWSv2', apiKey, ':', secretKey, path, body, '12345'),
  );
});

test('the official client buys, asks, changes the card, charges again, cancels and refunds at the stand-in', async () => {
  const product = await call(client.subscriptionProduct, 'create', { name: 'Vitrin' });
  const plan = await call(client.subscriptionPricingPlan, 'create', {
    productReferenceCode: product.data?.referenceCode,
    name: 'Vitrin Professional 899.00 TRY',
    price: '899.00',
    currencyCode: 'TRY',
    paymentInterval: 'MONTHLY',
    paymentIntervalCount: 1,
    planPaymentType: 'RECURRING',
  });
  const listed = await call(client.subscriptionProduct, 'retrieveList', { page: 1, count: 100 });
  expect(listed.data?.items.map(({ name }) => name)).toEqual(['Vitrin']);

  const { name, surname, identity_number, phone, address, city, country } = BUYER;
  const postal = { contactName: name, address, city, country };
  const { token } = await call(client.subscriptionCheckoutForm, 'initialize', {
    callbackUrl: 'https://vitrin.example/api/checkout/return/',
    pricingPlanReferenceCode: plan.data?.referenceCode,
    subscriptionInitialStatus: 'ACTIVE',
    customer: {
      name,
      surname,
      identityNumber: identity_number,
      gsmNumber: phone,
      email: 'ada@example.com',
      billingAddress: postal,
      shippingAddress: postal,
    },
  });
  const form = { checkoutFormToken: token };
  expect(await call(client.subscriptionCheckoutForm, 'retrieve', form)).toMatchObject({ status: 'failure' });
  const subscriptionReferenceCode = fake.pay(token ?? '');
  expect(await call(client.subscriptionCheckoutForm, 'retrieve', form)).toMatchObject({
    status: 'success',
    data: { referenceCode: subscriptionReferenceCode },
  });
  const asked = await call(client.subscription, 'retrieve', { subscriptionReferenceCode });
  const paymentId = asked.data?.items[0]?.orders?.[0]?.paymentAttempts[0]?.paymentId;
  fake.failRenewal(subscriptionReferenceCode);
  const refused = {
    referenceCode: fake.subscriptions.get(subscriptionReferenceCode)?.orders[1]?.referenceCode,
  };
  expect(await call(client.subscriptionPayment, 'retry', refused)).toMatchObject({ status: 'failure' });
  const card = await call(client.subscriptionCard, 'updateWithSubscriptionReferenceCode', {
    subscriptionReferenceCode,
    callbackUrl: 'https://vitrin.example/api/checkout/return/?card=given',
  });
  fake.giveCard(card.token ?? '');
  expect(await call(client.subscriptionPayment, 'retry', refused)).toMatchObject({ status: 'success' });
  expect(await call(client.subscriptionPayment, 'retry', refused)).toMatchObject({ status: 'failure' });
  const refund = { paymentId, price: '899.01', currency: 'TRY' };
  expect(await call(client.refundV2, 'create', refund)).toMatchObject({ status: 'failure' });
  expect(await call(client.refundV2, 'create', { ...refund, price: '899.00' })).toMatchObject({
    status: 'success',
  });
  expect(await call(client.subscription, 'cancel', { subscriptionReferenceCode })).toMatchObject({
    status: 'success',
  });
  expect(fake.subscriptions.get(subscriptionReferenceCode)?.subscriptionStatus).toBe('CANCELED');
});

test('the stand-in refuses a call signed with another key', async () => {
  const other = new IyzipayClient({ ...IYZICO_KEYS, secretKey: 'another', uri: fake.apiBase });
  expect(await call(other.subscriptionProduct, 'retrieveList', { page: 1, count: 10 })).toMatchObject({
    status: 'failure',
    errorCode: '1000',
  });
});
