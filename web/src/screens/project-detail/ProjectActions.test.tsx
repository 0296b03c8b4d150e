import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@vitrin/shared/contract/users.ts';
import { expect, test, vi } from 'vitest';
import { PROJECT, VERSION } from '../../testing/projects.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { writeCachedUser } from '../../features/auth/sessions/cached-user.ts';
import { ProjectActions } from './ProjectActions.tsx';

test.each([
  ['from 768 px', true, ['Duplicate', 'Download the whole project', 'Delete project']],
  ['on a phone', false, ['Edit project', 'Duplicate', 'Download the whole project', 'Delete project']],
])('%s every entry of the menu can be reached by the keyboard', async (_size, isWide, entries) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isWide && query.includes('min-width: 48em'),
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  writeCachedUser(FREELANCER);
  const versions = [{ ...VERSION, file_count: 1 }];
  await renderScreen(<ProjectActions project={{ ...PROJECT, versions }} />);
  const user = userEvent.setup();
  screen.getByRole('button', { name: 'More actions' }).focus();
  await user.keyboard('{Enter}');
  // Its code is loaded when the menu is first opened.
  await screen.findByRole('menuitem', { name: 'Download the whole project', hidden: true });
  const items = screen.getAllByRole('menuitem', { hidden: true });
  expect(items.map(({ textContent }) => textContent)).toEqual(entries);
  await waitFor(() => expect(document.activeElement).toBe(items[0]));
  for (const item of items.slice(1)) {
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(item);
  }
});

async function duplicateAs(project_limit: number) {
  const user = { ...FREELANCER, subscription: { plan: { project_limit } } } as User;
  writeCachedUser(user);
  const requests = fakeServer({
    [`POST /api/projects/${PROJECT.id}/duplicate/`]: { status: 201, body: { id: 99 } },
    'GET /api/_allauth/browser/v1/auth/session': { body: { data: { user: { id: user.id } } } },
    [`GET /api/users/${user.id}/`]: { body: user },
  });
  const { router } = await renderScreen(<ProjectActions project={PROJECT} />);
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Duplicate', hidden: true }));
  return { router, posts: () => requests.filter(({ method }) => method === 'POST') };
}

test('duplicating a project leads to the new one', async () => {
  const { router, posts } = await duplicateAs(3);
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/99'));
  expect(posts()).toHaveLength(1);
});

test('at the limit of the plan it shows a message and sends nothing', async () => {
  const { router, posts } = await duplicateAs(0);
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/');
  expect(posts()).toHaveLength(0);
});

test("sharing leads to the page in the client's view, and offers a link if there is a client", async () => {
  writeCachedUser(FREELANCER);
  const { unmount } = await renderScreen(<ProjectActions project={PROJECT} />);
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  const view = await screen.findByRole('menuitem', { name: 'View as client' });
  expect(view.getAttribute('href')).toBe('/projects/1?view=client');
  expect(screen.queryByRole('menuitem', { name: 'Copy link' })).toBeNull();
  unmount();
  await renderScreen(<ProjectActions project={{ ...PROJECT, customer: 'bora', customer_id: 4 }} />);
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeDefined();
});

test('a project without files cannot be taken offline', async () => {
  writeCachedUser(FREELANCER);
  await renderScreen(<ProjectActions project={PROJECT} />);
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  await screen.findByRole('menuitem', { name: 'Delete project' });
  expect(screen.queryByRole('menuitem', { name: 'Download the whole project' })).toBeNull();
});
