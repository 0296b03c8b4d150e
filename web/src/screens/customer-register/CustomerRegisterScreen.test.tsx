import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { GuestHeader } from '../../layout/shells/GuestHeader.tsx';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CustomerRegisterScreen } from './CustomerRegisterScreen.tsx';

const AT = '/customer-register?token=t';
const LINK = {
  token: 't',
  kind: 'invitation',
  username: 'bora',
  freelancer: 'ada',
  face: null,
  work: null,
  has_identities: false,
};

async function open(link: object = LINK) {
  fakeServer({ 'GET /api/users/verify_token/': { body: link } });
  await renderScreen(<CustomerRegisterScreen />, { at: AT });
  await screen.findByLabelText('Password');
}

const foldOf = (field: HTMLElement) => field.closest('details')?.open;

test('the link names the freelancer with work to show, not the reader', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('ada has work to show you');
  expect(document.title).toBe('ada has work to show you · Vitrin');
  expect(screen.getByText('Choose a password to open it.')).toBeTruthy();
});

test('a link without a freelancer welcomes the reader by username', async () => {
  await open({ ...LINK, freelancer: null });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome, bora');
});

test('it shows the work behind the door: its name and its cover, and none that cannot be had', async () => {
  const cover = '/api/invitations/cover/?token=t';
  await open({ ...LINK, work: { project: 'Harbour posters', cover } });
  expect(screen.getByText('Harbour posters')).toBeTruthy();
  const picture = document.querySelector(`img[src="${cover}"]`);
  expect(picture).not.toBeNull();
  if (picture) fireEvent.error(picture);
  expect(document.querySelector('img')).toBeNull();
  expect(screen.getByText('Harbour posters')).toBeTruthy();
});

test('the username is shown once, and the cursor is in the password', async () => {
  await open();
  expect(screen.queryByText(/bora/)).toBeNull();
  expect(screen.getByLabelText('Your username')).toHaveProperty('value', 'bora');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

test('one field asks for the password, which is sent as both', async () => {
  const requests = fakeServer({ 'GET /api/users/verify_token/': { body: LINK } });
  await renderScreen(<CustomerRegisterScreen />, { at: AT });
  await userEvent.type(await screen.findByLabelText('Password'), 'secret-1');
  expect(screen.queryByLabelText('Confirm password')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'See the work' }));
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    reset_token: 't',
    password: 'secret-1',
    password_confirm: 'secret-1',
  });
});

test('the address is folded with a reason, and does not hide an error', async () => {
  await open();
  const email = screen.getByLabelText('Email (optional)');
  expect(foldOf(email)).toBe(false);
  expect(screen.getByText(/For news about your projects/)).toBeTruthy();
  await userEvent.click(screen.getByText('Add an email address'));
  expect(foldOf(email)).toBe(true);
  await userEvent.type(email, 'no address');
  await userEvent.click(screen.getByText('Add an email address'));
  await userEvent.click(screen.getByRole('button', { name: 'See the work' }));
  expect(foldOf(email)).toBe(true);
});

test.each([
  [AT, 0],
  ['/password-reset?token=t', 1],
])('the header at %s has %i button to log in', async (at, count) => {
  await renderScreen(<GuestHeader />, { at });
  expect(screen.queryAllByRole('link', { name: 'Log in' })).toHaveLength(count);
});
