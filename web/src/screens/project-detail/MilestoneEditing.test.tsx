import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useQuery } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { projectQuery } from '../../features/projects/api.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { MILESTONE, PROJECT } from '../../testing/projects.ts';
import { renderScreen } from '../../testing/render.tsx';
import { MilestoneEditing } from './MilestoneEditing.tsx';
import { ProjectHeader } from './ProjectHeader.tsx';

const milestones = ['Idea', 'Draft'].map((name, index) => ({
  ...MILESTONE,
  id: index + 1,
  name,
  order: index + 1,
}));
const project = { ...PROJECT, milestones };

function Shown() {
  const { data } = useQuery(projectQuery(1));
  return data ? (
    <>
      <ProjectHeader project={data} people={null} actions={null} below={null} />
      <MilestoneEditing project={data} />
    </>
  ) : null;
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

test('a completed milestone counts at once and is reset when the server refuses', async () => {
  fakeServer({
    'GET /api/projects/1/': { body: project },
    'PATCH /api/milestones/1/': { status: 403, body: { detail: 'Not yours.' } },
  });
  await renderScreen(<Shown />);
  const idea = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Completed: Idea' });
  await userEvent.click(idea);
  expect(await screen.findByText('Not yours.')).toBeDefined();
  await waitFor(() => expect(idea.checked).toBe(false));
  expect(screen.getByText('0%')).toBeDefined();
});

test('a new milestone comes after the existing ones', async () => {
  const requests = fakeServer({
    'GET /api/projects/1/': { body: project },
    'POST /api/milestones/': { status: 201, body: { ...milestones[0], id: 3, order: 3 } },
  });
  const said = vi.spyOn(console, 'info').mockImplementation(() => {});
  await renderScreen(<Shown />);
  await userEvent.click(await screen.findByRole('button', { name: 'Add milestone' }));
  await userEvent.type(await screen.findByLabelText('Name', {}, { timeout: 10_000 }), 'Delivery{Enter}');
  await waitFor(() => expect(said).toHaveBeenCalledWith('Milestone created'));
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Delivery',
    description: '',
    due_on: null,
    completed: false,
    project: 1,
    order: 3,
  });
});

test('the focus moves to the next milestone after a deletion, or to the button that adds one', async () => {
  let shown = project;
  const drop = (id: number) => () => {
    shown = { ...shown, milestones: shown.milestones.filter((milestone) => milestone.id !== id) };
    return { status: 204 };
  };
  fakeServer({
    'GET /api/projects/1/': () => ({ body: shown }),
    'DELETE /api/milestones/1/': drop(1),
    'DELETE /api/milestones/2/': drop(2),
  });
  vi.spyOn(console, 'info').mockImplementation(() => {});
  await renderScreen(<Shown />);
  const deleteByMenu = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText(name)).toBeNull());
  };
  const focused = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  await deleteByMenu('Idea');
  await waitFor(() => expect(focused()).toBe('Actions for Draft'));
  await deleteByMenu('Draft');
  await waitFor(() => expect(focused()).toBe('Add milestone'));
});

test('the arrow keys move a milestone and announce its new place', async () => {
  const requests = fakeServer({
    'GET /api/projects/1/': { body: project },
    'PATCH /api/milestones/1/': { body: { ...milestones[0], order: 2 } },
  });
  await renderScreen(<Shown />);
  const handle = await screen.findByRole('button', { name: 'Move Idea' });
  handle.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(await screen.findByText('Moved to position 2 of 2')).toBeDefined();
  const patch = requests.find(({ method }) => method === 'PATCH');
  expect(patch?.body).toEqual({ order: 2 });
});

test('ticks, deletions and their refusals are logged to the console', async () => {
  const said = vi.spyOn(console, 'info').mockImplementation(() => {});
  const failed = vi.spyOn(console, 'error').mockImplementation(() => {});
  let isRefused = false;
  fakeServer({
    'GET /api/projects/1/': { body: project },
    'PATCH /api/milestones/1/': () =>
      isRefused ? { status: 403, body: { detail: 'Not one.' } } : { body: milestones[0] },
    'PATCH /api/milestones/2/': () =>
      isRefused ? { status: 403, body: { detail: 'Not two.' } } : { body: milestones[1] },
    'DELETE /api/milestones/1/': () =>
      isRefused ? { status: 403, body: { detail: 'Not to delete.' } } : { status: 204 },
  });
  await renderScreen(<Shown />);
  const tick = async (name: string) =>
    userEvent.click(await screen.findByRole('checkbox', { name: `Completed: ${name}` }));
  await tick('Idea');
  await waitFor(() => expect(said).toHaveBeenCalledWith('Milestone updated'));

  isRefused = true;
  await Promise.all([tick('Idea'), tick('Draft')]);
  const refusals = () => failed.mock.calls.map(([error]) => (error as Error).message);
  await waitFor(() => expect(refusals()).toEqual(expect.arrayContaining(['Not one.', 'Not two.'])));

  const deleteIdea = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Idea' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }, { timeout: 10_000 }));
  };
  await deleteIdea();
  await waitFor(() => expect(refusals()).toContain('Not to delete.'));
  expect(await screen.findByText('Not to delete.')).toBeDefined();
  expect(said).not.toHaveBeenCalledWith('Milestone deleted');

  isRefused = false;
  await deleteIdea();
  await waitFor(() => expect(said).toHaveBeenCalledWith('Milestone deleted'));
});
