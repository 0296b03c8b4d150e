import { screen, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { filesQuery } from '../../features/files/api.ts';
import { projectQuery } from '../../features/projects/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { PROJECT, VERSION } from '../../testing/projects.ts';
import { renderScreen } from '../../testing/render.tsx';
import { ProjectActions } from './ProjectActions.tsx';
import { VersionMenu } from './VersionMenu.tsx';

/** The menus of a project with one version, and the queries of its page. */
function Shown() {
  const { data: project } = useQuery(projectQuery(PROJECT.id));
  useQuery(filesQuery(VERSION.id));
  return project ? (
    <>
      <ProjectActions project={project} />
      <VersionMenu version={VERSION} onEdit={() => {}} onReceivers={() => {}} />
    </>
  ) : null;
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

const OF_PROJECT = `/api/projects/${PROJECT.id}/`;
const OF_FILES = '/api/files/';

test.each([
  {
    what: 'a project',
    menu: 'More actions',
    entry: 'Delete project',
    address: OF_PROJECT,
    held: [OF_PROJECT, OF_FILES],
  },
  {
    what: 'a version',
    menu: 'Actions for version 1.0',
    entry: 'Delete',
    address: `/api/versions/${VERSION.id}/`,
    held: [OF_FILES],
  },
])('queries of $what stop during its deletion, unless it turns out to stay', async (deletion) => {
  const answer = Promise.withResolvers<FakeAnswer>();
  const requests = fakeServer({
    [`GET ${OF_PROJECT}`]: { body: { ...PROJECT, versions: [VERSION] } },
    [`GET ${OF_FILES}`]: { body: { count: 0, next: null, previous: null, results: [] } },
    [`DELETE ${deletion.address}`]: () => answer.promise,
  });
  const asked = () =>
    deletion.held.map(
      (address) =>
        requests.filter(({ method, path }) => method === 'GET' && path.split('?')[0] === address).length,
    );
  const loadAgain = () =>
    Promise.all(['projects', 'files'].map((key) => queryClient.refetchQueries({ queryKey: [key] })));

  await renderScreen(<Shown />);
  await userEvent.click(await screen.findByRole('button', { name: deletion.menu }));
  await userEvent.click(await screen.findByRole('menuitem', { name: deletion.entry }));
  await userEvent.click(await screen.findByRole('button', { name: deletion.entry }, { timeout: 10_000 }));
  await waitFor(() => expect(requests.some(({ method }) => method === 'DELETE')).toBe(true));

  const before = asked();
  await loadAgain();
  expect(asked()).toEqual(before);

  answer.resolve({ status: 403, body: { detail: 'Not yours.' } });
  expect(await screen.findByText('Not yours.')).toBeDefined();
  await loadAgain();
  expect(asked()).toEqual(before.map((count) => count + 1));
});
