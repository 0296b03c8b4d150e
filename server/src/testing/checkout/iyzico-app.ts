import type { Buyer } from '@vitrin/shared/contract/payments/buyer.ts';
import type { Checkout } from '@vitrin/shared/contract/payments/checkout.ts';
import {
  type FakeIyzico,
  IYZICO_KEYS,
  IYZICO_MERCHANT_ID,
  type Notice,
  startFakeIyzico,
} from '../../../../test-kit/fake-iyzico/fake-iyzico.ts';
import type { Person } from '../factories.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { askAboutPayments } from './stripe-app.ts';

/** A buyer as the checkout asks for one; the numbers belong to no real person. */
export const BUYER: Buyer = {
  name: 'Ada',
  surname: 'Yılmaz',
  identity_number: '10000000146',
  phone: '+905550000000',
  address: 'Moda Caddesi 1',
  city: 'İstanbul',
  country: 'Türkiye',
  zip_code: '34710',
};

/** Opens a checkout with a buyer, as the form of a freelancer's browser does. */
export async function checkoutWithBuyer(person: Person, plan: number, language = 'tr'): Promise<Checkout> {
  const body = { subscription_plan: plan, buyer: BUYER };
  const response = await person.browser.post('/api/checkout/checkout/', body, {
    'accept-language': language,
  });
  if (response.statusCode !== 200) throw new Error(`Checkout: ${response.statusCode} ${response.body}`);
  return response.json<Checkout>();
}

type IyzicoApp = TestApp & {
  iyzico: FakeIyzico;
  /** Sends one notice and returns the status of the answer. */
  notify: (notice: Notice, sent?: { body: string; signature: string }) => Promise<number>;
  /** Sends all waiting notices in the order that `order` gives them, and runs the jobs that follow. */
  notifyAll: (order?: (notices: Notice[]) => Notice[]) => Promise<void>;
  /** Runs the jobs, and then the daily question about payments. */
  reconcile: () => Promise<void>;
  /** The form of a purchase. */
  formOf: (token: string) => string;
  /** Buys a plan completely: paid, and verified on the screen after the payment. */
  buy: (person: Person, plan: number) => Promise<{ token: string; subscriptionId: string }>;
};

/** The application with a fake iyzico as its gateway, which uses the same clock. */
export async function createIyzicoApp(environment: Record<string, string> = {}): Promise<IyzicoApp> {
  const iyzico = await startFakeIyzico();
  const setup = await createTestApp({
    IYZICO_API_KEY: IYZICO_KEYS.apiKey,
    IYZICO_SECRET_KEY: IYZICO_KEYS.secretKey,
    IYZICO_MERCHANT_ID,
    IYZICO_API_BASE: iyzico.apiBase,
    IYZICO_PAYMENT_PAGE: 'https://cpp.iyzico.test',
    ...environment,
  });
  iyzico.now = setup.context.now;

  const notify: IyzicoApp['notify'] = async (notice, sent = iyzico.sign(notice)) => {
    const response = await setup.createBrowser().request({
      method: 'POST',
      url: '/api/webhooks/iyzico/',
      headers: {
        'content-type': 'application/json',
        'x-iyz-signature-v3': sent.signature,
        'x-csrftoken': '',
      },
      payload: sent.body,
    });
    return response.statusCode;
  };
  const formOf = (token: string) => {
    const form = [...iyzico.forms.values()].find(({ conversationId }) => conversationId === token);
    if (!form) throw new Error('No form of this token');
    return form.token;
  };
  return {
    ...setup,
    iyzico,
    notify,
    formOf,
    async notifyAll(order = (notices) => notices) {
      for (const notice of order(iyzico.notices.splice(0))) await notify(notice);
      await setup.runJobs();
    },
    reconcile: () => askAboutPayments(setup),
    async buy(person, plan) {
      const { token } = await checkoutWithBuyer(person, plan);
      const subscriptionId = iyzico.pay(formOf(token));
      await person.browser.post('/api/checkout/verify/', { token });
      await setup.runJobs();
      return { token, subscriptionId };
    },
    async close() {
      await setup.close();
      await iyzico.close();
    },
  };
}
