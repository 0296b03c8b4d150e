import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSignedInUser } from '../../auth/api.ts';
import { writeCachedUser } from '../../auth/sessions/cached-user.ts';
import { type FakeAnswer, fakeServer } from '../../../testing/fake-server.ts';
import { PROJECT } from '../../../testing/projects.ts';
import { clickOnceReady } from '../../../testing/click-once-ready.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { FREELANCER } from '../../../testing/users.ts';
import { projectPageQuery, projectQuery, projectsSummaryQuery } from '../api.ts';
import { ProjectForm } from './ProjectForm.tsx';
import { ProjectModal } from './ProjectModal.tsx';

const LATER = '2026-01-02T11:00:00.000Z';

const customers = [
  { id: 4, username: 'bora' },
  { id: 5, username: 'ceren' },
];

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

async function edit(project: Project, answers: FakeAnswer[] = []) {
  writeCachedUser(FREELANCER);
  const requests = fakeServer({
    'GET /api/users/': { body: { count: 2, next: null, previous: null, results: customers } },
    'PATCH /api/projects/1/': () => answers.shift() ?? { body: project },
  });
  await renderScreen(<ProjectForm project={project} onClose={() => {}} />);
  const saved = () => requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  return { saved, user: userEvent.setup() };
}

/** Renders the data that a save reloads: the user, a page of the list and the summary. */
function Behind() {
  useSignedInUser();
  useQuery(projectPageQuery({}, 1));
  useQuery(projectsSummaryQuery);
  return null;
}

test.each([
  ['list, summary and user are loaded anew', 200, 'Project updated successfully!'],
  ['a list that cannot be loaded is said, but the project stands', 400, 'Error refreshing projects'],
])('after a save %s', async (_what, status, toast) => {
  writeCachedUser(FREELANCER);
  let isSaved = false;
  const requests = fakeServer({
    'GET /api/users/': { body: { count: 0, next: null, previous: null, results: [] } },
    'GET /api/projects/': () =>
      isSaved && status !== 200
        ? { status, body: { detail: 'Not now.' } }
        : { body: { count: 0, next: null, previous: null, results: [] } },
    'GET /api/projects/get_projects_summary/': {
      body: { total_projects: 0, remaining_milestones: 0, projects_progress: 0 },
    },
    'GET /api/_allauth/browser/v1/auth/session': { body: { data: { user: { id: FREELANCER.id } } } },
    [`GET /api/users/${FREELANCER.id}/`]: { body: FREELANCER },
    'PATCH /api/projects/1/': () => {
      isSaved = true;
      return { body: PROJECT };
    },
  });
  const onClose = vi.fn<() => void>();
  await renderScreen(
    <>
      <Behind />
      <ProjectForm project={PROJECT} onClose={onClose} />
    </>,
  );
  await userEvent.type(screen.getByLabelText('Name'), '2{Enter}');
  expect(await screen.findByText(toast)).toBeDefined();
  expect(onClose).toHaveBeenCalledOnce();
  const posted = requests.findIndex(({ method }) => method === 'PATCH');
  expect(requests[posted]?.body).toEqual({ name: `${PROJECT.name}2`, edited_at: PROJECT.edited_at });
  for (const path of ['projects/', 'projects/get_projects_summary/', `users/${FREELANCER.id}/`])
    await waitFor(() =>
      expect(requests.slice(posted + 1).map((each) => each.path)).toContain(`/api/${path}`),
    );
});

async function create(listed: typeof customers) {
  writeCachedUser(FREELANCER);
  const requests = fakeServer({
    'GET /api/users/': { body: { count: listed.length, next: null, previous: null, results: listed } },
    'POST /api/projects/': { status: 201, body: { ...PROJECT, id: 9 } },
  });
  const { router } = await renderScreen(<ProjectForm onClose={() => {}} />);
  await waitFor(() => expect(customerField().disabled).toBe(false));
  const sent = () => requests.find(({ method }) => method === 'POST')?.body;
  return { router, sent };
}

test('a new project opens at once, for the only customer', async () => {
  const { router, sent } = await create(customers.slice(0, 1));
  await waitFor(() => expect(customerField().value).toBe('bora'));
  await userEvent.type(screen.getByLabelText('Name'), 'Campaign{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/9'));
  expect(sent()).toEqual({ name: 'Campaign', description: '', expected_on: null, customer_id: 4 });
});

test('a new project preselects none of several customers', async () => {
  await create(customers);
  expect(customerField().value).toBe('');
});

test('a removed only customer does not return', async () => {
  const { sent, router } = await create(customers.slice(0, 1));
  await waitFor(() => expect(customerField().value).toBe('bora'));
  await userEvent.clear(customerField());
  await userEvent.type(screen.getByLabelText('Name'), 'Campaign{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/9'));
  expect(sent()).toEqual({ name: 'Campaign', description: '', expected_on: null, customer_id: null });
});

const customerField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Client' });

test.each([
  ['its id', { customer: 'ceren', customer_id: 5 }],
  ['the username alone', { customer: 'ceren', customer_id: null }],
])('the customer is filled in by %s, and not sent if untouched', async (_by, its) => {
  const { saved, user } = await edit({ ...PROJECT, ...its });
  await waitFor(() => expect(customerField().value).toBe('ceren'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved()).toEqual([{ edited_at: PROJECT.edited_at }]));
});

test('the username of no customer fills in nothing', async () => {
  await edit({ ...PROJECT, customer: 'gone' });
  await waitFor(() => expect(customerField().disabled).toBe(false));
  expect(customerField().value).toBe('');
});

test("reverting another user's status after a conflict is a change, and is sent", async () => {
  const conflict = {
    status: 409,
    body: { detail: 'Changed.', current: { ...PROJECT, status: 'on-hold', edited_at: LATER } },
  };
  const { saved, user } = await edit(PROJECT, [conflict]);
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const notice = await screen.findByText('This was changed elsewhere while you were editing.');
  expect(scrolled.mock.contexts).toContain(notice.closest('[role=status]'));
  const status = screen.getByRole<HTMLInputElement>('combobox', { name: 'Status' });
  await waitFor(() => expect(status.value).toBe('On hold'));
  await user.click(status);
  await user.click(await screen.findByRole('option', { name: 'Automatic' }));
  await clickOnceReady('Save');
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[0]).not.toHaveProperty('status');
  expect(saved()[1]).toMatchObject({ status: 'auto', edited_at: LATER });
});

function Dialog() {
  const [isOpen, setOpen] = useState(true);
  return <ProjectModal opened={isOpen} project={PROJECT} onClose={() => setOpen(false)} />;
}

test('a project deleted during its editing is created again, and its page is shown', async () => {
  writeCachedUser(FREELANCER);
  fakeServer({
    'GET /api/users/': { body: { count: 0, next: null, previous: null, results: [] } },
    'POST /api/projects/': { status: 201, body: { ...PROJECT, id: 9 } },
  });
  const { router } = await renderScreen(<Dialog />, { at: '/projects/1' });
  await userEvent.type(await screen.findByLabelText('Name', {}, { timeout: 10_000 }), '2{Enter}');
  expect(await screen.findByText('This was deleted elsewhere while you were editing.')).toBeDefined();
  await clickOnceReady('Create project');
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/9'));
});

function PageWithDialog() {
  const { id } = useParams();
  const [isOpen, setOpen] = useState(true);
  const { data: project } = useQuery(projectQuery(Number(id)));
  if (!project) return null;
  return <ProjectModal opened={isOpen} project={project} onClose={() => setOpen(false)} />;
}

test('leaving the page of the deleted project is no failure of the save', async () => {
  writeCachedUser(FREELANCER);
  const gone = { status: 404, body: { detail: 'Not found.' } };
  let isThere = true;
  const requests = fakeServer({
    'GET /api/users/': { body: { count: 0, next: null, previous: null, results: [] } },
    'GET /api/projects/1/': () => (isThere ? { body: PROJECT } : gone),
    'PATCH /api/projects/1/': () => {
      isThere = false;
      return gone;
    },
    'POST /api/projects/': { status: 201, body: { ...PROJECT, id: 9 } },
    'GET /api/projects/9/': { body: { ...PROJECT, id: 9 } },
  });
  await renderScreen(<PageWithDialog />, { at: '/projects/:id', open: '/projects/1' });
  await userEvent.type(await screen.findByLabelText('Name', {}, { timeout: 10_000 }), '2{Enter}');
  await clickOnceReady('Create project');
  expect(await screen.findByText('Project created successfully!')).toBeDefined();
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/api/projects/9/?files=none'));
  const asked = requests.filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/api/projects/1/'),
  );
  expect(asked).toHaveLength(1);
  expect(screen.queryByText('Error refreshing projects')).toBeNull();
});
