import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import { expect, test } from 'vitest';
import { writeCachedUser } from '../auth/sessions/cached-user.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { InviteCustomerModal } from './InviteCustomerModal.tsx';
import { PeopleModal } from './PeopleModal.tsx';

const ROW = {
  reset_token: 'token',
  registered: false,
  last_seen: null,
  refused: null,
  invitation: null,
  created_at: '2026-11-20T10:00:00.000Z',
};
const ANNA = { ...ROW, id: 8, username: 'anna', display_name: null };
const ACME: Customer = {
  ...ROW,
  id: 7,
  username: 'acme',
  display_name: null,
  project_count: 1,
  people: [ANNA],
};

async function show(customer: Customer, routes: Parameters<typeof fakeServer>[0] = {}) {
  writeCachedUser(FREELANCER);
  const server = fakeServer(routes);
  await renderScreen(<PeopleModal customer={customer} opened onClose={() => {}} />);
  return server;
}

test('a person is added with a username and an address', async () => {
  const server = await show(ACME, {
    'POST /api/users/7/people/': { status: 201, body: { ...ANNA, id: 9, username: 'ben' } },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Add person' }));
  await userEvent.type(screen.getByLabelText('Username'), 'ben');
  await userEvent.type(screen.getByLabelText('Email (optional)'), 'ben@example.com{Enter}');
  await waitFor(() => expect(screen.queryByLabelText('Username')).toBeNull());
  const sent = server.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ username: 'ben', email: 'ben@example.com' });
});

test('a person gets a display name', async () => {
  const server = await show(ACME, { 'PATCH /api/users/8/': { body: { ...FREELANCER, id: 8 } } });
  await userEvent.click(screen.getByRole('button', { name: 'Actions for anna' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change name' }));
  const dialog = await screen.findByRole('dialog', { name: 'Name of anna' });
  await userEvent.type(within(dialog).getByRole('textbox'), 'Anna Kaya{Enter}');
  await waitFor(() =>
    expect(server.find(({ method }) => method === 'PATCH')).toMatchObject({
      path: '/api/users/8/',
      body: { display_name: 'Anna Kaya' },
    }),
  );
});

test('removing asks first and explains the consequences', async () => {
  const server = await show(ACME, { 'DELETE /api/users/7/people/8/': { status: 204 } });
  await userEvent.click(screen.getByRole('button', { name: 'Actions for anna' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove anna?' });
  expect(dialog.textContent).toContain('logged out at once');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(server.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /api/users/7/people/8/'),
  );
});

test('a client has at most twenty people', async () => {
  const people = Array.from({ length: 20 }, (_, index) => ({
    ...ANNA,
    id: 100 + index,
    username: `p${index}`,
  }));
  await show({ ...ACME, people });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add person' }).disabled).toBe(true);
});

test('an invitation starts with the previous address, and says why it was not sent', async () => {
  writeCachedUser(FREELANCER);
  const invitation = { email: 'wrong@example.com', sent_at: null, opened_at: null, refused: null };
  const server = fakeServer({
    'PUT /api/users/8/invitation/': { status: 409, body: { detail: 'This client has registered.' } },
  });
  await renderScreen(<InviteCustomerModal customer={{ ...ANNA, invitation }} opened onClose={() => {}} />);
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  expect(email.value).toBe('wrong@example.com');
  await userEvent.clear(email);
  await userEvent.type(email, 'not an address{Enter}');
  expect(await screen.findByText('Please enter a valid email address.')).toBeTruthy();
  expect(server.filter(({ method }) => method === 'PUT')).toEqual([]);
  await userEvent.clear(email);
  await userEvent.type(email, 'right@example.com{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('This client has registered.');
  expect(server.find(({ method }) => method === 'PUT')?.body).toEqual({ email: 'right@example.com' });
});
