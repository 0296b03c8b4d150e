import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { SectionMenu } from './SectionMenu.tsx';

const SECTIONS = [
  { id: 7, name: 'Web' },
  { id: 8, name: 'Print' },
  { id: 9, name: 'Covers' },
];

/** The open menu of the section at a place, and the requests it sends. */
async function openMenu(index: number) {
  const requests = fakeServer({
    'PATCH /api/sections/8/': ({ body }) => ({
      body: { id: 8, name: 'Print', order: 1, version: 5, ...(body as object) },
    }),
    'DELETE /api/sections/8/': () => ({ status: 204 }),
  });
  const section = SECTIONS[index] ?? { id: 0, name: '' };
  await renderScreen(<SectionMenu version={{ id: 5, sections: SECTIONS }} section={section} index={index} />);
  const { name } = section;
  await userEvent.click(screen.getByRole('button', { name: `Actions for section ${name}` }));
  await screen.findByRole('menu');
  const choose = (item: string) => userEvent.click(screen.getByRole('menuitem', { name: item }));
  const sent = () =>
    requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
  return { choose, sent };
}

test.each([
  ['Move up', 1],
  ['Move down', 3],
])('%s sends the place of the neighbour', async (item, order) => {
  const { choose, sent } = await openMenu(1);
  await choose(item);
  await waitFor(() => expect(sent()).toEqual([['PATCH', '/api/sections/8/', { order }]]));
});

test('the first section cannot move up, nor the last one down', async () => {
  await openMenu(0);
  expect(screen.queryByRole('menuitem', { name: 'Move up' })).toBeNull();
  expect(screen.getByRole('menuitem', { name: 'Move down' })).toBeDefined();
});

test('a section is deleted after a question that names what stays', async () => {
  const { choose, sent } = await openMenu(1);
  await choose('Delete');
  const question = await screen.findByRole('dialog', { name: 'Delete section Print?' });
  expect(within(question).getByText(/Its files stay in the version/)).toBeDefined();
  expect(sent()).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(sent().map(([method, path]) => [method, path])).toEqual([['DELETE', '/api/sections/8/']]),
  );
});
