import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Payment } from '@vitrin/shared/contract/payments/checkout.ts';
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
  is_invoice_issued: false,
  is_test: false,
};

test('only a payment that has an invoice links its PDF and its XML, in the language of the reader', async () => {
  const results = [PAYMENT, { ...PAYMENT, id: 11, has_invoice: false }];
  fakeServer({ 'GET /api/payments/': { body: { count: 2, next: null, previous: null, results } } });
  await renderScreen(<PaymentHistory />, { language: 'tr' });
  const links = await screen.findAllByRole<HTMLAnchorElement>('link', {
    name: /(taslağı|dosyası).*: Professional, /,
  });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/api/payments/12/invoice/?format=pdf&language=tr',
    '/api/payments/12/invoice/?format=xml&language=tr',
  ]);
});

test('an issued invoice is fetched from its provider on a click, and a failure says why', async () => {
  const issued = { ...PAYMENT, is_invoice_issued: true };
  const reason = 'Fatura, onu düzenleyen hizmetten alınamadı.';
  fakeServer({
    'GET /api/payments/': { body: { count: 1, next: null, previous: null, results: [issued] } },
    'GET /api/payments/12/issued-invoice/': { status: 503, body: { detail: reason } },
  });
  await renderScreen(<PaymentHistory />, { language: 'tr' });
  const button = await screen.findByRole('button', { name: 'Fatura (PDF): Professional, 29 Kasım 2026' });
  expect(screen.queryByRole('link', { name: /Fatura taslağı/ })).toBeNull();
  fireEvent.click(button);
  await screen.findByText(reason);
});
