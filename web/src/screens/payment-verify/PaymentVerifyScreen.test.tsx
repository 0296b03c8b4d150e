import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { PaymentVerifyScreen } from './PaymentVerifyScreen.tsx';

const PENDING = { status: 'pending', plan: 'Professional', date: null, transaction_id: null };
const SUCCESS = {
  status: 'success',
  plan: 'Professional',
  date: '2026-11-20T10:00:00.000Z',
  transaction_id: 'in_123',
};

async function show(
  answer: FakeAnswer | (() => FakeAnswer),
  at = '/payment/verify?token=abc',
  gateway = 'stripe',
) {
  const requests = fakeServer({
    'POST /api/checkout/verify/': answer,
    'GET /api/checkout/settings/': { body: { gateway, contact_email: 'help@example.com' } },
  });
  await renderScreen(<PaymentVerifyScreen />, { at });
  return requests;
}

test('success shows plan, date and transaction id', async () => {
  await show({ body: SUCCESS });
  expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeTruthy();
  for (const text of ['Professional', 'November 20, 2026', 'in_123'])
    expect(screen.getByText(text)).toBeTruthy();
});

test('a failed payment shows a message and leads back to the plans', async () => {
  await show({ body: { ...PENDING, status: 'failed' } });
  expect((await screen.findByRole('alert')).textContent).toBe('There was an error processing your payment.');
  const retry = screen.getByRole('link', { name: 'Try again' });
  expect(retry.getAttribute('href')).toBe('/subscription/pricing');
});

test('an address without a token reports missing payment information', async () => {
  const requests = await show({ body: SUCCESS }, '/payment/verify');
  expect((await screen.findByRole('alert')).textContent).toBe('Missing payment information.');
  expect(requests.some(({ path }) => path.startsWith('/api/checkout/verify'))).toBe(false);
});

test('while it is pending it polls every two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let asked = 0;
  await show(() => ({ body: ++asked < 3 ? PENDING : SUCCESS }));
  expect(await screen.findByText('Verifying your payment…')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(1900);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(2300);
  expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeTruthy();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(3);
});

test('after thirty seconds it announces a mail, and polls again only on a click', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const requests = await show({ body: PENDING });
  await screen.findByText('Verifying your payment…');
  await vi.advanceTimersByTimeAsync(32_000);
  expect(await screen.findByRole('heading', { name: 'Still waiting' })).toBeTruthy();
  const asked = requests.filter(({ method }) => method === 'POST').length;
  expect(asked).toBe(16);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(asked);
});

test('a failed verify has the text of the catalogue and can be retried', async () => {
  let isDown = true;
  await show(() => (isDown ? { status: 400 } : { body: SUCCESS }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to verify payment. Please try again later.',
  );
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeTruthy();
});

test('with the gateway down it shows a message, and polls by itself until it is answered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const detail = 'Failed to verify payment. Please try again later.';
  let isDown = true;
  await show(() => (isDown ? { status: 503, body: { detail } } : { body: SUCCESS }));
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
  isDown = false;
  await vi.advanceTimersByTimeAsync(2100);
  expect(await screen.findByRole('heading', { name: 'Payment successful' })).toBeTruthy();
});

test('a gateway that goes down during polling ends with the same message, not in endless waiting', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let asked = 0;
  const requests = await show(() => (++asked <= 3 ? { body: PENDING } : { status: 503 }));
  await screen.findByText('Verifying your payment…');
  await vi.advanceTimersByTimeAsync(32_000);
  expect(await screen.findByRole('heading', { name: 'Still waiting' })).toBeTruthy();
  const before = requests.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toHaveLength(before);
});

test("another user's payment is refused, and not requested again", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const requests = await show({ status: 404 });
  expect(await screen.findByRole('alert')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test.each([
  ['no token', { body: PENDING }, '/payment/verify'],
  ['verifying', { body: PENDING }],
  ['success', { body: SUCCESS }],
  ['failed', { body: { ...PENDING, status: 'failed' } }],
  ['no answer', { status: 400 }],
])('the test gateway says that no money moves: %s', async (_, answer, at?: string) => {
  await show(answer, at, 'sandbox');
  expect(await screen.findByText('Test mode: nothing is charged.')).toBeTruthy();
});
