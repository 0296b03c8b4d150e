import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { ArrangingContext } from '../../../components/lists/arranging.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { PICTURE, VERSION } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { EditableFileGrid } from '../grid/EditableFileGrid.tsx';

const fileOf = (id: number, name: string, thumbnail: string | null = `/api/files/${id}/thumbnail/`) => ({
  ...PICTURE,
  id,
  name,
  file: `/api/files/${id}/content/`,
  version: 5,
  thumbnail,
});

const FILES = [fileOf(1, 'front.png'), fileOf(2, 'back.png'), fileOf(3, 'sources.zip', null)];

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

const onReceivers = vi.fn<(file: ProjectFile) => void>();

type Answer = (body: unknown) => { status?: number; body: unknown };

/** `onPatch` returns the answer to changes of file 1. */
async function showGrid({ coverId = null, onPatch }: { coverId?: number | null; onPatch?: Answer } = {}) {
  let files: ProjectFile[] = FILES;
  const requests = fakeServer({
    'GET /api/files/': () => ({ body: { count: files.length, next: null, previous: null, results: files } }),
    'PATCH /api/files/1/': ({ body }) => {
      const answer = onPatch?.(body) ?? { body: files[0] };
      const first = answer.body as ProjectFile;
      if ('order' in (body as object))
        files = [FILES[1], FILES[0], FILES[2]].filter((one) => one !== undefined);
      else files = files.map((file) => (file.id === 1 ? first : file));
      return answer;
    },
    'PATCH /api/versions/5/': ({ body }) => ({ body: { ...VERSION, id: 5, ...(body as object) } }),
  });
  await renderScreen(
    <EditableFileGrid version={{ ...VERSION, id: 5, cover: coverId }} isNewest onReceivers={onReceivers} />,
  );
  await screen.findByRole('list', { name: 'Files' });
  const choose = async (name: string, item: string) => {
    await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  const sent = (path: string) =>
    requests.filter((each) => each.method === 'PATCH' && each.path === path).map(({ body }) => body);
  return { requests, choose, sent };
}

const names = () =>
  screen.getAllByRole('listitem').map((item) => item.textContent?.match(/front|back|sources/)?.[0]);

test('a file is renamed, and keeps its extension', async () => {
  const onPatch: Answer = () => ({ body: { ...FILES[0], name: 'Cover.png' } });
  const { choose, sent } = await showGrid({ onPatch });
  await choose('front.png', 'Rename');
  const dialog = await screen.findByRole('dialog', { name: 'Rename file' });
  const field = await within(dialog).findByLabelText<HTMLInputElement>('Name', {}, { timeout: 10_000 });
  expect(field.value).toBe('front');
  expect(within(dialog).getByText('.png')).toBeDefined();
  await userEvent.clear(field);
  await userEvent.type(field, 'Cover{Enter}');
  expect(await screen.findByRole('link', { name: 'Open Cover.png' })).toBeDefined();
  expect(sent('/api/files/1/')).toEqual([{ name: 'Cover' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a refused name stays in its field, with the reason', async () => {
  const onPatch: Answer = () => ({ status: 400, body: { name: ['This field may not be blank.'] } });
  const { choose, sent } = await showGrid({ onPatch });
  await choose('front.png', 'Rename');
  const field = await screen.findByLabelText<HTMLInputElement>('Name', {}, { timeout: 10_000 });
  await userEvent.clear(field);
  await userEvent.keyboard('{Enter}');
  expect(sent('/api/files/1/')).toEqual([]);
  await userEvent.type(field, '..{Enter}');
  expect((await screen.findAllByText('This field may not be blank.')).length).toBeGreaterThan(0);
  expect(field.value).toBe('..');
});

test('a caption is below its picture, and its description for screen readers in the name of its link', async () => {
  const words = { caption: 'Before the storm', alt: 'A bay in fog' };
  const { choose, sent } = await showGrid({ onPatch: () => ({ body: { ...FILES[0], ...words } }) });
  await choose('front.png', 'Caption');
  const field = await screen.findByLabelText<HTMLInputElement>('Caption', {}, { timeout: 10_000 });
  await userEvent.type(field, words.caption);
  await userEvent.type(screen.getByLabelText('Description for screen readers'), `${words.alt}{Enter}`);
  expect(await screen.findByText(words.caption)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open front.png: A bay in fog' })).toBeDefined();
  expect(sent('/api/files/1/')).toEqual([words]);
});

test('a file deleted meanwhile shows a message when it is renamed', async () => {
  const { choose } = await showGrid({ onPatch: () => ({ status: 404, body: { detail: 'Not found.' } }) });
  await choose('front.png', 'Rename');
  const field = await screen.findByLabelText<HTMLInputElement>('Name', {}, { timeout: 10_000 });
  await userEvent.type(field, '2{Enter}');
  expect(await screen.findByText('This file is no longer here')).toBeDefined();
});

test('the menu of a file opens its receivers', async () => {
  const { choose } = await showGrid();
  await choose('back.png', 'Who has it');
  expect(onReceivers.mock.calls).toEqual([[FILES[1]]]);
});

test('a file moves at once by the menu and by keys, and its new position is announced', async () => {
  const { choose, sent } = await showGrid();
  expect(names()).toEqual(['front', 'back', 'sources']);
  await choose('front.png', 'Move later');
  await waitFor(() => expect(names()).toEqual(['back', 'front', 'sources']));
  await waitFor(() => expect(sent('/api/files/1/')).toEqual([{ order: 2 }]));
  fireEvent.keyDown(screen.getByRole('button', { name: 'Move file front.png' }), { key: 'Home' });
  expect(await screen.findByText('Moved to position 1 of 3 files')).toBeDefined();
  await waitFor(() => expect(sent('/api/files/1/')).toEqual([{ order: 2 }, { order: 1 }]));
});

test('a refused move is undone, with the reason', async () => {
  let refuse: ((reason: Error) => void) | undefined;
  const { requests, choose } = await showGrid();
  expect(requests.length).toBeGreaterThan(0);
  fakeServer({
    'PATCH /api/files/1/': () =>
      new Promise((_resolve, reject: (reason: Error) => void) => {
        refuse = reject;
      }),
    'GET /api/files/': { body: { count: 3, next: null, previous: null, results: FILES } },
  });
  await choose('front.png', 'Move to the end');
  await waitFor(() => expect(names()).toEqual(['back', 'sources', 'front']));
  refuse?.(new TypeError('Failed to fetch'));
  await waitFor(() => expect(names()).toEqual(['front', 'back', 'sources']));
  expect(await screen.findByRole('alert')).toBeDefined();
});

test('a picture is made the cover, marked, and removed as the cover; other files have no such entry', async () => {
  const { choose, sent } = await showGrid({ coverId: 2 });
  const [first, second] = screen.getAllByRole('listitem');
  expect(within(first ?? document.body).queryByText('Cover')).toBeNull();
  expect(within(second ?? document.body).getByText('Cover')).toBeDefined();
  await choose('front.png', 'Use as cover');
  await choose('back.png', 'Do not use as cover');
  await waitFor(() => expect(sent('/api/versions/5/')).toEqual([{ cover: 1 }, { cover: null }]));
  await userEvent.click(screen.getByRole('button', { name: 'Actions for sources.zip' }));
  await screen.findByRole('menuitem', { name: 'Rename' });
  expect(screen.queryByRole('menuitem', { name: /cover/ })).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'Move later' })).toBeNull();
});

test('the menu opens and closes by keys, and its button regains the focus', async () => {
  await showGrid();
  screen.getByRole('button', { name: 'Actions for back.png' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('menu')).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for back.png' })),
  );
});

test('at rest a file shows its picture, its name and one menu for download and deletion', async () => {
  fakeServer({
    'GET /api/files/': { body: { count: FILES.length, next: null, previous: null, results: FILES } },
  });
  const rest = { isOn: false, set: vi.fn<(isOn: boolean) => void>() };
  await renderScreen(
    <ArrangingContext value={rest}>
      <EditableFileGrid version={{ ...VERSION, id: 5, cover: 2 }} isNewest onReceivers={onReceivers} />
    </ArrangingContext>,
  );
  const item = (await screen.findByRole('link', { name: 'Open front.png' })).closest('li');
  if (!item) throw new Error('No card');
  expect(within(item).getAllByRole('button')).toHaveLength(1);
  expect(within(item).getAllByRole('link')).toHaveLength(1);
  await userEvent.click(within(item).getByRole('button', { name: 'Actions for front.png' }));
  const download = await screen.findByRole('menuitem', { name: 'Download' });
  expect(download.getAttribute('href')).toBe('/api/files/1/content/?download=1');
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Move file/ })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'More actions for these files' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Arrange' }));
  expect(rest.set).toHaveBeenCalledExactlyOnceWith(true);
});
