import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MAX_DESCRIPTION_LENGTH } from '@vitrin/shared/rules/texts/rich-text-length.ts';
import { expect, test, vi } from 'vitest';
import { MilestoneForm } from '../../features/milestones/MilestoneForm.tsx';
import { ProjectForm } from '../../features/projects/form/ProjectForm.tsx';
import { VersionForm } from '../../features/versions/VersionForm.tsx';
import { fakeServer } from '../../testing/fake-server.ts';
import { MILESTONE, PROJECT, VERSION } from '../../testing/projects.ts';
import { clickOnceReady } from '../../testing/click-once-ready.ts';
import { renderScreen } from '../../testing/render.tsx';

/** Longer than descriptions may be today. */
const LONG = `<p>${'y'.repeat(MAX_DESCRIPTION_LENGTH + 1)}</p>`;
const EDITED = { description: LONG, edited_at: PROJECT.edited_at };

const onClose = () => {};

test.each([
  [
    'project',
    'Name',
    'PATCH /api/projects/1/',
    <ProjectForm key="form" project={{ ...PROJECT, ...EDITED }} onClose={onClose} />,
  ],
  [
    'milestone',
    'Name',
    'PATCH /api/milestones/1/',
    <MilestoneForm
      key="form"
      projectId={1}
      count={1}
      milestone={{ ...MILESTONE, ...EDITED }}
      onClose={onClose}
    />,
  ],
  [
    'version',
    'Version number',
    'PATCH /api/versions/3/',
    <VersionForm
      key="form"
      projectId={1}
      suggestion="2"
      version={{ ...VERSION, ...EDITED, version_number: '1' }}
      onCreated={onClose}
      onClose={onClose}
    />,
  ],
])(
  'a %s with a text from before the length limit is renamed without sending it',
  async (_what, label, address, form) => {
    const requests = fakeServer({
      'GET /api/users/': { body: { count: 0, next: null, previous: null, results: [] } },
      [address]: { body: {} },
    });
    await renderScreen(form);
    await userEvent.type(screen.getByLabelText(label), '2{Enter}');
    const saved = () => requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]).toMatchObject({ edited_at: PROJECT.edited_at });
    expect(saved()[0]).not.toHaveProperty('description');
  },
);

const GONE = 'This was deleted elsewhere while you were editing.';

test.each([
  [
    'project',
    'Name',
    'Create project',
    'PATCH /api/projects/1/',
    'POST /api/projects/',
    (close: () => void) => <ProjectForm project={PROJECT} onClose={close} />,
  ],
  [
    'milestone',
    'Name',
    'Add milestone',
    'PATCH /api/milestones/1/',
    'POST /api/milestones/',
    (close: () => void) => <MilestoneForm projectId={1} count={1} milestone={MILESTONE} onClose={close} />,
  ],
  [
    'version',
    'Version number',
    'Add version',
    'PATCH /api/versions/3/',
    'POST /api/versions/',
    (close: () => void) => (
      <VersionForm projectId={1} suggestion="2" version={VERSION} onCreated={onClose} onClose={close} />
    ),
  ],
])(
  'a %s that was deleted while it was edited keeps what is typed, which becomes a new one',
  async (_what, label, addLabel, saveAddress, addAddress, form) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const saved = { id: 9 };
    const requests = fakeServer({
      'GET /api/users/': { body: { count: 0, next: null, previous: null, results: [] } },
      [saveAddress]: { status: 404, body: { detail: 'Not found.' } },
      [addAddress]: { status: 201, body: saved },
    });
    const close = vi.fn<() => void>();
    await renderScreen(form(close));
    const field = screen.getByLabelText<HTMLInputElement>(label);
    await userEvent.clear(field);
    await userEvent.type(field, 'Typed{Enter}');
    expect(await screen.findByText(GONE)).toBeDefined();
    expect(field.value).toBe('Typed');
    await clickOnceReady(addLabel);
    await waitFor(() => expect(close).toHaveBeenCalledOnce());
    const added = requests.find(({ method }) => method === 'POST')?.body;
    const fields = added instanceof FormData ? Object.fromEntries(added) : added;
    expect(Object.values(fields as object)).toContain('Typed');
  },
);

test('a milestone of a deleted project shows a message, and keeps the input', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeServer({});
  await renderScreen(<MilestoneForm projectId={1} count={1} milestone={MILESTONE} onClose={onClose} />);
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  await userEvent.type(field, '2{Enter}');
  expect(await screen.findByText(GONE)).toBeDefined();
  await clickOnceReady('Add milestone');
  expect(await screen.findByText(/^The project was deleted elsewhere/)).toBeDefined();
  expect(field.value).toBe(`${MILESTONE.name}2`);
});

test('a double click on the save of a deleted object creates no new one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const requests = fakeServer({ 'POST /api/milestones/': { status: 201, body: { id: 9 } } });
  const close = vi.fn<() => void>();
  await renderScreen(<MilestoneForm projectId={1} count={1} milestone={MILESTONE} onClose={close} />);
  await userEvent.setup({ delay: 60 }).dblClick(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(GONE)).toBeDefined();
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add milestone' }).disabled).toBe(false),
  );
  expect(requests.map(({ method }) => method)).toEqual(['PATCH']);
  expect(close).not.toHaveBeenCalled();
});

test('a double click on a save that conflicts with another change does not overwrite it', async () => {
  const current = { ...MILESTONE, name: 'Theirs', edited_at: '2026-01-02T11:00:00.000Z' };
  const requests = fakeServer({
    'PATCH /api/milestones/1/': { status: 409, body: { detail: 'Changed meanwhile.', current } },
  });
  await renderScreen(<MilestoneForm projectId={1} count={1} milestone={MILESTONE} onClose={onClose} />);
  await userEvent.type(screen.getByLabelText('Name'), '2');
  await userEvent.setup({ delay: 60 }).dblClick(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false),
  );
  expect(requests.map(({ method }) => method)).toEqual(['PATCH']);
});

test('an edit of the number does not send a ready time that is past on this clock', async () => {
  const requests = fakeServer({ 'PATCH /api/versions/3/': { body: {} } });
  const version = { ...VERSION, ready_at: new Date(Date.now() - 60_000).toISOString() };
  await renderScreen(
    <VersionForm projectId={1} suggestion="2" version={version} onCreated={onClose} onClose={onClose} />,
  );
  await userEvent.type(screen.getByLabelText('Version number'), '.1{Enter}');
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toEqual({ version_number: '1.0.1', edited_at: VERSION.edited_at });
});
