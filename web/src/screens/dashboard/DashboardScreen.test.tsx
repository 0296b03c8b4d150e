import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { writeCachedUser } from '../../features/auth/sessions/cached-user.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CUSTOMER, FREELANCER } from '../../testing/users.ts';
import { DashboardScreen } from './DashboardScreen.tsx';

test.each([
  ['a freelancer', FREELANCER],
  ['a customer', CUSTOMER],
])('%s has one way from the dashboard to all projects', async (_who, user) => {
  writeCachedUser(user);
  fakeServer({});
  await renderScreen(<DashboardScreen />);
  const links = screen.getAllByRole('link', { name: 'View all projects' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/projects']);
});
