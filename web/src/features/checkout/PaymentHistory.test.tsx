import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Payment } from '@vitrin/shared/contract/checkout.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { PaymentHistory } from './PaymentHistory.tsx';

const PAYMENT: Payment = {
  id: 12,
  plan: 'Professional',
  amount: 899,
  refunded_amount: 0,
  dispute: null,
  disputed_amount: 0,
  currency: 'TRY',
  status: 'paid',
  date: '2026-11-29T08:00:00.000Z',
  period_start: '2026-11-29T08:00:00.000Z',
  period_end: '2026-12-29T08:00:00.000Z',
  transaction_id: 'order_1',
  has_invoice: true,
  is_test: false,
};

test('only a payment that has an invoice links its PDF and its XML, in the language of the reader', async () => {
  const results = [PAYMENT, { ...PAYMENT, id: 11, has_invoice: false }];
  fakeServer({ 'GET /api/payments/': { body: { count: 2, next: null, previous: null, results } } });
  await renderScreen(<PaymentHistory />, { language: 'tr' });
  const links = await screen.findAllByRole<HTMLAnchorElement>('link', { name: /Fatura taslağı/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/api/payments/12/invoice/?format=pdf&language=tr',
    '/api/payments/12/invoice/?format=xml&language=tr',
  ]);
});
