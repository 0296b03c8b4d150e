import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Subscription } from '@vitrin/shared/contract/plans.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { freelancerOn, PROFESSIONAL } from '../../testing/plans.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CurrentPlan } from './CurrentPlan.tsx';

const AT_IYZICO = { can_resume: false, can_change_card: true };
const of = (rest: Partial<Subscription>) => freelancerOn(PROFESSIONAL, rest).subscription as Subscription;

test('a final cancellation cannot be resumed, and its question says so', async () => {
  fakeServer({});
  const { unmount } = await renderScreen(<CurrentPlan subscription={of(AT_IYZICO)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel plan' }));
  expect(await screen.findByText(/cannot be undone/)).toBeDefined();
  unmount();
  const cancelled = { can_resume: false, cancel_at_period_end: true };
  await renderScreen(<CurrentPlan subscription={of(cancelled)} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a gateway without a form for cards offers none, and a due renewal leads to the checkout', async () => {
  fakeServer({});
  await renderScreen(<CurrentPlan subscription={of({ status: 'past_due' })} />);
  expect(screen.queryByRole('button', { name: 'Change card' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Pay now' })).toBeDefined();
});

test.each([
  ['active', /Paid\. Your plan continues/],
  ['past_due', /The payment has not gone through/],
] as const)(
  'back from the form for cards, a due month is tried once; then it is %s',
  async (status, words) => {
    const requests = fakeServer({ 'POST /api/subscription/pay/': { body: of({ ...AT_IYZICO, status }) } });
    const overdue = of({ ...AT_IYZICO, status: 'past_due' });
    await renderScreen(<CurrentPlan subscription={overdue} />, { at: '/?card=given' });
    expect(await screen.findByText(words)).toBeDefined();
    await waitFor(() => expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1));
  },
);

test('a form that cannot be opened shows an error', async () => {
  fakeServer({ 'POST /api/subscription/card/': { status: 503, body: { detail: 'Not reached.' } } });
  await renderScreen(<CurrentPlan subscription={of(AT_IYZICO)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Change card' }));
  expect(await screen.findByText('Not reached.')).toBeDefined();
});
