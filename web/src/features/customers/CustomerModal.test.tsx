import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { writeCachedUser } from '../auth/sessions/cached-user.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { CustomerModal } from './CustomerModal.tsx';

test('the focus is on the button that copies the link after a customer is created', async () => {
  writeCachedUser(FREELANCER);
  fakeServer({ 'POST /api/users/': { status: 201, body: { id: 9, username: 'deniz', reset_token: 'new' } } });
  await renderScreen(<CustomerModal opened onClose={() => {}} />);
  await userEvent.type(screen.getByLabelText('Username'), 'deniz{Enter}');
  const copy = await screen.findByRole('button', { name: 'Copy link' });
  expect(document.activeElement).toBe(copy);
});

test.each([
  ['no number', '', 'sms:', 'https://wa.me/'],
  ['a number with its country', '+90 532 111 22 33', 'sms:+905321112233', 'https://wa.me/905321112233'],
  ['a number without its country', '0532 111 22 33', 'sms:05321112233', 'https://wa.me/'],
])('with %s the link is passed to a text message and to WhatsApp', async (_name, phone, sms, whatsApp) => {
  writeCachedUser(FREELANCER);
  const created = { status: 201, body: { id: 9, username: 'deniz', reset_token: 'new&token' } };
  const requests = fakeServer({ 'POST /api/users/': created });
  await renderScreen(<CustomerModal opened onClose={() => {}} />);
  if (phone !== '') await userEvent.type(screen.getByLabelText('Phone (optional)'), phone);
  await userEvent.type(screen.getByLabelText('Username'), 'deniz{Enter}');
  const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href') ?? '';
  await screen.findByRole('button', { name: 'Copy link' });
  const text = `Your project: ${location.origin}/customer-register?token=new%26token`;
  for (const [name, begin] of [
    ['Share by text message', `${sms}?&body=`],
    ['Share by WhatsApp', `${whatsApp}?text=`],
  ] as const) {
    const address = addressOf(name);
    expect(address.startsWith(begin), address).toBe(true);
    expect(decodeURIComponent(address.slice(begin.length))).toBe(text);
  }
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ username: 'deniz' });
});
