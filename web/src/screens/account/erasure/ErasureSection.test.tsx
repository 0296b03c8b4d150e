import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@vitrin/shared/contract/users.ts';
import { expect, test } from 'vitest';
import { setCurrentUser } from '../../../features/auth/api.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { CUSTOMER, FREELANCER } from '../../../testing/users.ts';
import { ErasureSection } from './ErasureSection.tsx';

const SESSION = '/api/_allauth/browser/v1/auth/session';
const DUE = '2026-12-04T10:00:00.000Z';

function sectionOf(user: User, hasPassword = true) {
  let current = user;
  const requests = fakeServer({
    [`GET ${SESSION}`]: { body: { data: { user: { id: user.id, has_usable_password: hasPassword } } } },
    [`GET /api/users/${user.id}/`]: () => ({ body: current }),
    'POST /api/account/erasure/': () => {
      current = { ...user, erasure: { due_at: DUE, by: 'self' } };
      return { body: current.erasure };
    },
    'DELETE /api/account/erasure/': () => {
      current = { ...user, erasure: null };
      return { status: 204, body: undefined };
    },
  });
  setCurrentUser(user);
  return { requests, show: () => renderScreen(<ErasureSection />) };
}

test('a freelancer reads what is deleted, enters the password, and sees until when the account can be kept', async () => {
  const { requests, show } = sectionOf({ ...FREELANCER, project_count: 3 });
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account…' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/your 3 projects/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await userEvent.type(await within(dialog).findByLabelText(/^Password/), 'petrol-green-window');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete in 14 days' }));
  expect(await screen.findByText(/This account will be deleted on/)).toBeTruthy();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ password: 'petrol-green-window' });

  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByRole('button', { name: 'Delete my account…' })).toBeTruthy();
});

test('a client without a password types the username, and reads that the projects stay', async () => {
  const { requests, show } = sectionOf(CUSTOMER, false);
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account…' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/stay with your freelancer/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await userEvent.type(await within(dialog).findByLabelText(/^Username/), 'bora');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete in 14 days' }));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ username: 'bora' }),
  );
});
