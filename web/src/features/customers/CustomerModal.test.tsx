import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { writeCachedUser } from '../auth/sessions/cached-user.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { CustomerModal } from './CustomerModal.tsx';

test('once a customer is created, the focus is on what copies the link', async () => {
  writeCachedUser(FREELANCER);
  fakeServer({ 'POST /api/users/': { status: 201, body: { id: 9, username: 'deniz', reset_token: 'new' } } });
  await renderScreen(<CustomerModal opened onClose={() => {}} />);
  await userEvent.type(screen.getByLabelText('Username'), 'deniz{Enter}');
  const copy = await screen.findByRole('button', { name: 'Copy link' });
  expect(document.activeElement).toBe(copy);
});
