import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { MovableSections } from './MovableSections.tsx';

const SECTIONS = [
  { id: 7, name: 'Web' },
  { id: 8, name: 'Print' },
  { id: 9, name: 'Covers' },
];

/** The list of the sections, and the requests it sends. */
async function showList(status = 200) {
  const requests = fakeServer(
    Object.fromEntries(
      SECTIONS.map(({ id }) => [`PATCH /api/sections/${id}/`, { status, body: { detail: 'It is gone.' } }]),
    ),
  );
  await renderScreen(<MovableSections sections={SECTIONS} />);
  return () => requests.filter(({ method }) => method === 'PATCH').map(({ path, body }) => [path, body]);
}

const names = () => screen.getAllByRole('listitem').map((item) => item.textContent);
const handle = (name: string) => screen.getByRole('button', { name: `Move section ${name}` });

test('a section is moved by keys, at once and again from its new place', async () => {
  const sent = await showList();
  handle('Covers').focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(names()).toEqual(['Web', 'Covers', 'Print']);
  await userEvent.keyboard('{Home}');
  expect(names()).toEqual(['Covers', 'Web', 'Print']);
  expect(screen.getByText('Moved to position 1 of 3 sections')).toBeDefined();
  await waitFor(() =>
    expect(sent()).toEqual([
      ['/api/sections/9/', { order: 2 }],
      ['/api/sections/9/', { order: 1 }],
    ]),
  );
});

test('a section is dragged by its handle', async () => {
  const sent = await showList();
  const items = screen.getAllByRole('listitem');
  items.forEach((item, index) =>
    vi.spyOn(item, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, index * 44, 300, 44)),
  );
  const grip = handle('Web');
  grip.setPointerCapture = () => {};
  fireEvent.pointerDown(grip, { button: 0, pageX: 20, pageY: 20, clientY: 20 });
  fireEvent.pointerMove(grip, { pageX: 20, pageY: 115, clientY: 115 });
  fireEvent.pointerUp(grip, { pageX: 20, pageY: 115, clientY: 115 });
  await waitFor(() => expect(sent()).toEqual([['/api/sections/7/', { order: 3 }]]));
  expect(names()).toEqual(['Print', 'Covers', 'Web']);
});

test('a refused move is undone, and reported', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await showList(404);
  handle('Web').focus();
  await userEvent.keyboard('{End}');
  expect(await screen.findByText('It is gone.')).toBeDefined();
  expect(names()).toEqual(['Web', 'Print', 'Covers']);
});

test('a single section cannot be moved', async () => {
  await renderScreen(<MovableSections sections={SECTIONS.slice(0, 1)} />);
  expect(screen.queryByRole('list')).toBeNull();
});
