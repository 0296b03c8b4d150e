import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setCurrentUser } from '../../../features/auth/api.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { PROJECT, VERSION } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { CUSTOMER, FREELANCER } from '../../../testing/users.ts';
import { ProjectDetailScreen } from '../ProjectDetailScreen.tsx';

test('a page that began with the cached user of another login switches to the signed-in freelancer', async () => {
  fakeServer({
    'GET /api/users/8/': { body: CUSTOMER },
    'GET /api/projects/1/': { body: { ...PROJECT, versions: [VERSION] } },
    'GET /api/files/': { body: { count: 0, next: null, previous: null, results: [] } },
  });
  setCurrentUser(CUSTOMER);
  await renderScreen(<ProjectDetailScreen />, { at: '/projects/:id', open: '/projects/1' });
  await screen.findByRole('heading', { name: PROJECT.name });
  expect(screen.queryByRole('button', { name: /^Actions for version/ })).toBeNull();
  setCurrentUser(FREELANCER);
  expect(await screen.findByRole('button', { name: /^Actions for version/ })).toBeDefined();
});
