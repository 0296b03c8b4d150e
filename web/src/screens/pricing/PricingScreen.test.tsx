import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@vitrin/shared/contract/users.ts';
import { expect, test } from 'vitest';
import { setCurrentUser } from '../../features/auth/api.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { ENTERPRISE, freelancerOn, PLANS, PROFESSIONAL, STARTER } from '../../testing/plans.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CUSTOMER } from '../../testing/users.ts';
import { PricingScreen } from './PricingScreen.tsx';

const plansOf = (results: unknown[]) => ({ body: { count: 3, next: null, previous: null, results } });

async function show(user: User, answers: Parameters<typeof fakeServer>[0] = {}) {
  localStorage.setItem('user', JSON.stringify(user));
  const requests = fakeServer({
    'GET /api/_allauth/browser/v1/auth/session': { body: { data: { user: { id: user.id } } } },
    [`GET /api/users/${user.id}/`]: { body: user },
    'GET /api/subscription_plans/': plansOf(PLANS),
    'GET /api/checkout/settings/': {
      body: { gateway: 'stripe', buyer_needed_for: [], contact_email: 'help@example.com' },
    },
    ...answers,
  });
  const view = await renderScreen(<PricingScreen />, { at: '/subscription/pricing' });
  setCurrentUser(user);
  return { ...view, requests };
}

const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name });
  const article = heading.closest('article');
  if (!article) throw new Error('No card');
  return within(article);
};

test('the current plan is labelled and its button disabled; the others can be chosen', async () => {
  await show(freelancerOn(STARTER));
  const current = (await card('Starter')).getByRole<HTMLButtonElement>('button', { name: 'Current plan' });
  expect(current.disabled).toBe(true);
  const other = (await card('Professional')).getByRole('link', { name: 'Choose Professional' });
  expect(other.getAttribute('href')).toBe('/subscription/checkout?plan=2');
  expect((await card('Professional')).getByText('Most popular')).toBeTruthy();
  expect((await card('Enterprise')).getByText('$99')).toBeTruthy();
});

test("the user's own plan is marked as such, not recommended", async () => {
  await show(freelancerOn(PROFESSIONAL));
  const professional = await card('Professional');
  expect(professional.getByText('Your plan')).toBeTruthy();
  expect(professional.queryByText('Most popular')).toBeNull();
});

test('on Enterprise the buttons are hidden and a badge marks the plan; it is left by cancelling', async () => {
  await show(freelancerOn(ENTERPRISE));
  for (const name of ['Starter', 'Professional', 'Enterprise']) {
    const each = await card(name);
    expect(each.queryByRole('button')).toBeNull();
    expect(each.queryByRole('link')).toBeNull();
  }
  expect((await card('Enterprise')).getByText('Your plan')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cancel plan' })).toBeTruthy();
});

test('a customer sees the usual questions of clients with answers, and the contact, and no price', async () => {
  const { requests } = await show(CUSTOMER);
  const questions = await screen.findAllByRole('heading', { level: 3 });
  expect(questions.map(({ textContent }) => textContent)).toEqual([
    'Why is there nothing to see yet?',
    'Do I pay anything, or need an app?',
    'How do I get my files?',
    'Who can see my project?',
    'How do I say what I think of the work?',
    'What if I forget my password?',
    'How does billing work?',
    'Is there a trial?',
    'Can I cancel?',
    'How do I get support?',
  ]);
  expect(screen.getByRole('button', { expanded: true }).textContent).toBe(questions[0]?.textContent);
  expect(await screen.findByRole('link', { name: 'help@example.com' })).toBeTruthy();
  expect(screen.queryByText('$29')).toBeNull();
  expect(requests.some(({ path }) => path.includes('subscription_plans'))).toBe(false);
});

test('a failed load shows an error and can be tried again', async () => {
  let isDown = true;
  await show(freelancerOn(STARTER), {
    'GET /api/subscription_plans/': () => (isDown ? { status: 400 } : plansOf(PLANS)),
  });
  expect(await screen.findByText('The plans could not be loaded.')).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await card('Professional')).toBeTruthy();
});

test('cancelling asks first and says until when the plan stays', async () => {
  const { requests } = await show(freelancerOn(PROFESSIONAL), {
    'POST /api/subscription/cancel/': { body: {} },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel plan' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/stays active until December 20, 2026/)).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel plan' }));
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/subscription/cancel/')).toBe(true));
});

test('returning to Starter means cancelling: it asks first and says until when the plan stays', async () => {
  const { requests } = await show(freelancerOn(PROFESSIONAL), {
    'POST /api/subscription/cancel/': { body: {} },
  });
  await userEvent.click((await card('Starter')).getByRole('button', { name: 'Go back to Starter' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Go back to Starter?' }));
  expect(dialog.getByText(/Professional stays active until December 20, 2026/)).toBeTruthy();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Go back to Starter' }));
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/subscription/cancel/')).toBe(true));
});

test('once cancelled, the card of Starter says when it begins, and nothing can be cancelled twice', async () => {
  await show(freelancerOn(PROFESSIONAL, { cancel_at_period_end: true }));
  const button = (await card('Starter')).getByRole<HTMLButtonElement>('button');
  expect(button.textContent).toBe('Starter from December 20, 2026');
  expect(button.disabled).toBe(true);
});

test('a cancelled plan shows its end, and can be kept', async () => {
  const { requests } = await show(freelancerOn(PROFESSIONAL, { cancel_at_period_end: true }), {
    'POST /api/subscription/resume/': { body: {} },
  });
  expect(await screen.findByText(/Stays active until December 20, 2026/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Keep Professional' }));
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/subscription/resume/')).toBe(true));
});

test('an unpaid renewal shows until when the plan stays, with buttons to pay or to cancel at once', async () => {
  await show(
    freelancerOn(PROFESSIONAL, { status: 'past_due', current_period_end: '2026-12-20T10:00:00.000Z' }),
  );
  expect(await screen.findByText('Payment due')).toBeTruthy();
  expect(screen.getByText(/not paid yet. The plan stays active until December 23, 2026/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Pay now' }).getAttribute('href')).toBe(
    '/subscription/checkout?plan=2',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel plan' }));
  expect(await screen.findByText(/it ends right away and nothing more is charged/)).toBeTruthy();
});

test('a plan granted by the owner shows its end, and cannot be kept or cancelled', async () => {
  const current_period_end = '2027-02-01T12:00:00.000Z';
  await show(freelancerOn(PROFESSIONAL, { current_period_end, cancel_at_period_end: true, is_given: true }));
  expect(await screen.findByText(/Granted to you through January 31, 2027/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Keep Professional' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel plan' })).toBeNull();
});

test('the test gateway says that no money moves', async () => {
  await show(freelancerOn(STARTER), {
    'GET /api/checkout/settings/': {
      body: { gateway: 'sandbox', buyer_needed_for: [], contact_email: 'help@example.com' },
    },
  });
  expect(await screen.findByText('Test mode: nothing is charged.')).toBeTruthy();
});

test('with payments off no paid plan can be chosen', async () => {
  await show(freelancerOn(STARTER), {
    'GET /api/checkout/settings/': {
      body: { gateway: 'off', buyer_needed_for: [], contact_email: 'help@example.com' },
    },
  });
  for (const name of ['Professional', 'Enterprise']) {
    const button = await (await card(name)).findByRole<HTMLButtonElement>('button');
    expect([button.textContent, button.disabled]).toEqual(['Not available here', true]);
  }
});
