import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FakeAnswer, fakeServer } from '../../../testing/fake-server.ts';
import { PROJECT } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { FREELANCER } from '../../../testing/users.ts';
import { writeCachedUser } from '../../auth/sessions/cached-user.ts';
import { ProjectForm } from './ProjectForm.tsx';

const FEW = [
  { id: 4, username: 'bora' },
  { id: 5, username: 'İrem' },
];
const CREATED = { id: 9, username: 'zeynep' };
const MANY = Array.from({ length: 2000 }, (_, index) => ({
  id: index + 1,
  username: `customer-${index + 1}`,
}));

async function show(
  customers = FEW,
  project?: typeof PROJECT,
  answer: FakeAnswer = { status: 201, body: CREATED },
) {
  writeCachedUser(FREELANCER);
  const listed = () => (created().length > 0 && answer.status === 201 ? [...customers, CREATED] : customers);
  const requests = fakeServer({
    'GET /api/users/': () => ({
      body: { count: listed().length, next: null, previous: null, results: listed() },
    }),
    'POST /api/users/': answer,
    'POST /api/projects/': { status: 201, body: PROJECT },
    'PATCH /api/projects/1/': { body: PROJECT },
  });
  const created = () =>
    requests
      .filter(({ method, path }) => method === 'POST' && path === '/api/users/')
      .map(({ body }) => body);
  await renderScreen(<ProjectForm onClose={() => {}} project={project} />);
  await waitFor(() => expect(field().disabled).toBe(false));
  const saved = () =>
    requests
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/projects/'))
      .map(({ body }) => (body as { customer_id: number | null }).customer_id);
  return { created, saved, user: userEvent.setup() };
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Client' });
const submit = (user: ReturnType<typeof userEvent.setup>, name = 'Create project') =>
  user.click(screen.getByRole('button', { name }));

test('a field without a customer is empty, with a placeholder that explains it', async () => {
  await show();
  expect([field().value, field().placeholder]).toEqual(['', 'Choose a client']);
});

test('typing finds a customer, and Enter takes the first without sending the form', async () => {
  const { saved, user } = await show();
  await user.type(screen.getByLabelText('Name'), 'Campaign');
  await user.click(field());
  await user.keyboard('bor');
  expect(await screen.findByText('1 client found. Press Enter to choose bora.')).toBeDefined();
  await user.keyboard('{Enter}');
  expect(field().value).toBe('bora');
  expect(saved()).toEqual([]);
  await submit(user);
  await waitFor(() => expect(saved()).toEqual([4]));
});

test('Enter on a text that is no username saves nothing', async () => {
  const { saved, user } = await show();
  await user.type(screen.getByLabelText('Name'), 'Campaign');
  await user.type(field(), 'z z{Enter}');
  expect(saved()).toEqual([]);
});

test('a client that is not there yet is created from the list, and gets the project', async () => {
  const { created, saved, user } = await show();
  await user.type(screen.getByLabelText('Name'), 'Campaign');
  await user.type(field(), 'zeynep');
  expect(await screen.findByText('No client found. Press Enter to create zeynep.')).toBeDefined();
  expect(created()).toEqual([]);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field().value).toBe('zeynep'));
  await submit(user);
  await waitFor(() => expect(saved()).toEqual([9]));
  expect(created()).toEqual([{ username: 'zeynep' }]);
});

test('Enter takes a match before it creates a client', async () => {
  const { created, user } = await show();
  await user.click(field());
  await user.keyboard('bor');
  expect(await screen.findByRole('option', { name: 'Create client “bor”' })).toBeDefined();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(field().value).toBe('bora'));
  expect(created()).toEqual([]);
});

test('a name that a client has, with other capitals, offers no creation', async () => {
  const { user } = await show();
  await user.click(field());
  await user.keyboard('BORA');
  expect(await screen.findByRole('option', { name: 'bora' })).toBeDefined();
  expect(screen.queryByRole('option', { name: /^Create client/ })).toBeNull();
});

test('a username that another account has is reported at the field', async () => {
  const { saved, user } = await show(FEW, undefined, {
    status: 400,
    body: { username: ['A user with that username already exists.'] },
  });
  await user.type(screen.getByLabelText('Name'), 'Campaign');
  await user.type(field(), 'zeynep{Enter}');
  expect(await screen.findByText('A user with that username already exists.')).toBeDefined();
  expect(saved()).toEqual([]);
});

test('a text without a match is reported once before the project is saved without a customer', async () => {
  const { saved, user } = await show();
  await user.type(screen.getByLabelText('Name'), 'Campaign');
  await user.type(field(), 'bor');
  await submit(user);
  expect(await screen.findByText(/^No client is called “bor”/)).toBeDefined();
  expect(saved()).toEqual([]);
  await submit(user);
  await waitFor(() => expect(saved()).toEqual([null]));
});

test('a whole name is accepted when the field is left, with i and İ as one letter', async () => {
  const { saved, user } = await show();
  await user.type(screen.getByLabelText('Name'), 'Campaign');
  await user.type(field(), 'irem');
  await user.tab();
  expect(field().value).toBe('İrem');
  await submit(user);
  await waitFor(() => expect(saved()).toEqual([5]));
});

test.each([
  [
    'its button',
    (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByLabelText('Remove the client')),
  ],
  [
    'the entry of the list',
    async (user: ReturnType<typeof userEvent.setup>) => {
      await user.click(field());
      await user.click(await screen.findByRole('option', { name: 'Choose a client' }));
    },
  ],
  ['an emptied field', (user: ReturnType<typeof userEvent.setup>) => user.clear(field())],
])('the customer is cleared by %s', async (_by, clear) => {
  const { saved, user } = await show(FEW, { ...PROJECT, customer: 'bora', customer_id: 4 });
  await waitFor(() => expect(field().value).toBe('bora'));
  await clear(user);
  await submit(user, 'Save');
  await waitFor(() => expect(saved()).toEqual([null]));
});

test('the last of 2,000 customers is found by typing, and a hundred are drawn at most', async () => {
  const { user } = await show(MANY);
  await user.click(field());
  expect((await screen.findAllByRole('option')).length).toBeLessThanOrEqual(100);
  await user.keyboard('customer-2000');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(field().value).toBe('customer-2000');
});

test('the typed one is chosen among two names with the same letters', async () => {
  const { saved, user } = await show([
    { id: 4, username: 'Ali' },
    { id: 5, username: 'Âli' },
  ]);
  await user.type(screen.getByLabelText('Name'), 'Campaign');
  await user.click(field());
  await user.keyboard('Âli');
  await user.tab();
  await submit(user);
  await waitFor(() => expect(saved()).toEqual([5]));
});

test('Enter selects the marked customer in a list that was opened by typing', async () => {
  await show();
  const fast = userEvent.setup({ delay: null });
  act(() => field().focus());
  await fast.keyboard('bor');
  await screen.findByText('1 client found. Press Enter to choose bora.');
  // The list updates its marked entry only after this time.
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  await fast.keyboard('{Enter}');
  await waitFor(() => expect(field().value).toBe('bora'));
});
