import { screen } from '@testing-library/react';
import type { User } from '@vitrin/shared/contract/users.ts';
import { expect, test } from 'vitest';
import { setCurrentUser } from '../../features/auth/api.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { freelancerOn, PLANS, PROFESSIONAL } from '../../testing/plans.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CheckoutScreen } from './CheckoutScreen.tsx';

const CREDIT = /The rest of its paid month is credited to you/;

async function show(user: User) {
  localStorage.setItem('user', JSON.stringify(user));
  fakeServer({
    'GET /api/_allauth/browser/v1/auth/session': { body: { data: { user: { id: user.id } } } },
    [`GET /api/users/${user.id}/`]: { body: user },
    'GET /api/subscription_plans/': { body: { count: 3, next: null, previous: null, results: PLANS } },
    'GET /api/checkout/settings/': {
      body: { gateway: 'stripe', buyer_needed_for: [], contact_email: 'help@example.com' },
    },
  });
  await renderScreen(<CheckoutScreen />, { at: '/subscription/checkout?plan=3' });
  setCurrentUser(user);
  await screen.findByRole('button', { name: 'Pay $99' });
}

test('a paid plan is credited when another one replaces it', async () => {
  await show(freelancerOn(PROFESSIONAL));
  expect(screen.getByText(CREDIT)).toBeTruthy();
});

test('a plan granted by the owner was never paid: no credit is promised', async () => {
  await show(freelancerOn(PROFESSIONAL, { cancel_at_period_end: true, is_given: true }));
  expect(screen.queryByText(CREDIT)).toBeNull();
});

test.each(['?plan=3', ''])('the test gateway says that no money moves, at "%s" too', async (search) => {
  localStorage.setItem('user', JSON.stringify(freelancerOn(PROFESSIONAL)));
  fakeServer({
    'GET /api/subscription_plans/': { body: { count: 3, next: null, previous: null, results: PLANS } },
    'GET /api/checkout/settings/': {
      body: { gateway: 'sandbox', buyer_needed_for: [], contact_email: 'help@example.com' },
    },
  });
  await renderScreen(<CheckoutScreen />, { at: `/subscription/checkout${search}` });
  expect(await screen.findByText('Test mode: nothing is charged.')).toBeTruthy();
});
