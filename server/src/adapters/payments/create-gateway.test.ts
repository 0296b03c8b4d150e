import { expect, test } from 'vitest';
import { createPayments } from './create-gateway.ts';

const KEYS = {
  stripe: { secretKey: 'sk', webhookSecret: 'whsec', apiBase: undefined },
  iyzico: {
    apiKey: 'key',
    secretKey: 'secret',
    merchantId: undefined,
    apiBase: 'http://127.0.0.1:1',
    paymentPage: 'http://127.0.0.1:1',
  },
};

test.each([
  ['stripe', 'stripe', 'stripe', 1],
  ['iyzico', 'iyzico', 'iyzico', 1],
  ['stripe,iyzico', 'stripe', 'iyzico', 2],
  ['sandbox', 'sandbox', 'sandbox', 1],
] as const)('with PAYMENTS=%s dollars go to %s and lira to %s', async (payments, dollars, lira, count) => {
  const made = await createPayments({ payments, ...KEYS });
  expect([made?.byCurrency.USD.name, made?.byCurrency.TRY.name, made?.all.length]).toEqual([
    dollars,
    lira,
    count,
  ]);
});

test('without payments there is no gateway', async () => {
  expect(await createPayments({ payments: 'off', ...KEYS })).toBeNull();
});
