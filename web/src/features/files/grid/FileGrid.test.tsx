import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FileKind, ProjectFile } from '@vitrin/shared/contract/files.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { type FakeAnswer, fakeServer } from '../../../testing/fake-server.ts';
import { PICTURE, VERSION } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { EditableFileGrid } from './EditableFileGrid.tsx';

const fileOf = (id: number, name: string, kind: FileKind): ProjectFile => ({
  ...PICTURE,
  id,
  name,
  file: `/api/files/${id}/content/`,
  version: 5,
  kind,
  ...(kind === 'other' && { picture: null, file_type: 'application/zip' }),
  is_image: kind === 'image',
  is_video: kind === 'video',
});

const files = [
  fileOf(1, 'poster.png', 'image'),
  fileOf(2, 'sources.zip', 'other'),
  fileOf(3, 'logo.png', 'image'),
  fileOf(4, 'film.mp4', 'video'),
];

const pageOf = (results: ProjectFile[]): FakeAnswer => ({
  body: { count: results.length, next: null, previous: null, results },
});

beforeEach(() => {
  // jsdom cannot play media.
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
});

type Shown = { at?: string; answer?: FakeAnswer; language?: Language };

async function showGrid({ at = '/', answer = pageOf(files), language = 'en' }: Shown = {}) {
  const deleted = new Set<string>();
  const requests = fakeServer({
    'GET /api/files/': () => (deleted.size > 0 ? pageOf(files.slice(1)) : answer),
    'DELETE /api/files/1/': ({ path }) => {
      deleted.add(path);
      return { status: 204 };
    },
    'GET /api/_allauth/browser/v1/auth/session': { status: 401, body: { data: { flows: [] } } },
  });
  const view = await renderScreen(
    <EditableFileGrid version={{ ...VERSION, id: 5, cover: null }} isNewest onReceivers={() => {}} />,
    {
      at,
      language,
    },
  );
  return { ...view, requests, user: userEvent.setup() };
}

test('loads the files of its version once and shows a card for each', async () => {
  const { requests } = await showGrid();
  expect(await screen.findByRole('link', { name: 'Open poster.png' })).toBeDefined();
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(requests.map(({ path }) => path)).toEqual(['/api/files/?version=5']);
});

test('many files wait behind a button, and the one in the viewer has its card', async () => {
  const many = Array.from({ length: 40 }, (_, at) => fileOf(at + 1, `${at + 1}.png`, 'image'));
  const folded = await showGrid({ answer: pageOf(many) });
  await screen.findByRole('link', { name: 'Open 24.png' });
  expect(screen.getAllByRole('listitem')).toHaveLength(24);
  expect(screen.getByText(/^40 files/)).toBeDefined();
  await folded.user.click(screen.getByRole('button', { name: 'Show all 40 files' }));
  await waitFor(() => expect(document.querySelectorAll('ul[aria-label=Files] > li')).toHaveLength(40));
  expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull();
  folded.unmount();

  const opened = await showGrid({ answer: pageOf(many), at: '/?file=40' });
  await waitFor(() => expect(document.querySelectorAll('ul[aria-label=Files] > li')).toHaveLength(40));
  opened.unmount();

  await showGrid({ answer: pageOf(many.slice(0, 28)) });
  expect(await screen.findAllByRole('listitem')).toHaveLength(28);
});

test('offers to add the first files', async () => {
  await showGrid({ answer: pageOf([]) });
  expect(await screen.findByRole('button', { name: 'Add files' })).toBeDefined();
});

test('a list that failed to load shows an error and can be loaded again', async () => {
  const { user } = await showGrid({ answer: { status: 404, body: { detail: 'Not found.' } } });
  expect((await screen.findByRole('alert')).textContent).toContain('Not found.');
  fakeServer({ 'GET /api/files/': pageOf(files) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Files' })).toBeDefined();
});

test('the menu of a file has a download link that asks for the attachment', async () => {
  const { user } = await showGrid();
  await user.click(await screen.findByRole('button', { name: 'Actions for poster.png' }));
  const entry = await screen.findByRole('menuitem', { name: 'Download' });
  expect(entry.getAttribute('href')).toBe('/api/files/1/content/?download=1');
});

test('a file that the viewer cannot show is a download, with its format named on the card', async () => {
  await showGrid();
  const links = await screen.findAllByRole('link', { name: 'Download sources.zip' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/api/files/2/content/?download=1']);
  expect(await screen.findByText('ZIP archive')).toBeDefined();
});

test('a deletion asks by name, removes the card and moves the focus to the next', async () => {
  const { user, requests } = await showGrid();
  await user.click(await screen.findByRole('button', { name: 'Actions for poster.png' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete poster.png?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Open poster.png' })).toBeNull());
  expect(requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    '/api/files/1/',
  ]);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  await waitFor(() => expect(document.activeElement?.id).toBe('file-2'));
});

test('a failed deletion keeps the card and shows the reason', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { user } = await showGrid();
  await user.click(await screen.findByRole('button', { name: 'Actions for logo.png' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete logo.png?' });
  fakeServer({ 'DELETE /api/files/3/': { status: 403, body: { detail: 'Not yours.' } } });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(error).toHaveBeenCalled());
  expect(screen.getByRole('link', { name: 'Open logo.png' })).toBeDefined();
});

test('the viewer is in the address and steps through all files', async () => {
  const { user, router } = await showGrid();
  await user.click(await screen.findByRole('link', { name: 'Open poster.png' }));
  const dialog = await screen.findByRole('dialog', { name: 'poster.png' });
  expect(router.state.location.search).toBe('?version=5&file=1');
  expect(within(dialog).getByText('1 of 4 · 2 KB')).toBeDefined();
  expect(within(dialog).queryByRole('button', { name: 'Previous file' })).toBeNull();
  await user.keyboard('{ArrowRight}');
  expect(router.state.location.search).toBe('?version=5&file=2');
  await user.keyboard('{ArrowRight}');
  expect(await within(dialog).findByRole('img', { name: 'logo.png' })).toBeDefined();
  await user.keyboard('{ArrowRight}');
  expect(router.state.location.search).toBe('?version=5&file=4');
  expect(within(dialog).queryByRole('button', { name: 'Next file' })).toBeNull();
  await user.keyboard('{ArrowLeft}');
  expect(router.state.location.search).toBe('?version=5&file=3');
});

test.each(['Escape', 'backdrop', 'button'])('the viewer closes by %s and returns the focus', async (way) => {
  const { user, router } = await showGrid();
  await user.click(await screen.findByRole('link', { name: 'Open logo.png' }));
  const viewer = await screen.findByRole('dialog', { name: 'logo.png' });
  if (way === 'Escape') await user.keyboard('{Escape}');
  else if (way === 'button') await user.click(within(viewer).getByRole('button', { name: 'Close' }));
  else await user.click(screen.getByTestId('viewer-backdrop'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await waitFor(() => expect(document.activeElement?.id).toBe('file-3'));
});

test('the second click of a double click on a card closes nothing', async () => {
  const { user, router } = await showGrid();
  await user.click(await screen.findByRole('link', { name: 'Open logo.png' }));
  const viewer = await screen.findByRole('dialog', { name: 'logo.png' });
  const besideThePicture = within(viewer).getByRole('img', { name: 'logo.png' }).closest('[data-zoomable]');
  for (const beside of [screen.getByTestId('viewer-backdrop'), besideThePicture ?? viewer]) {
    fireEvent.click(beside, { detail: 2 });
    await act(async () => {});
    expect(router.state.location.search).toBe('?version=5&file=3');
  }
  fireEvent.click(besideThePicture ?? viewer, { detail: 1 });
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('the content of the viewer is cleared 300 ms after it closed', async () => {
  const { router } = await showGrid({ at: '/?file=1' });
  await screen.findByRole('dialog', { name: 'poster.png' });
  vi.useFakeTimers();
  await act(() => router.navigate('/'));
  const picture = () => document.querySelector('img[alt="poster.png"]');
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(picture()).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(picture()).toBeNull();
});

test.each([
  ['en', 'This file could not be shown', 'Please try again later, or download the file.', 'Try again'],
  ['tr', 'Bu dosya gösterilemedi', 'Lütfen daha sonra tekrar deneyin ya da dosyayı indirin.', 'Tekrar dene'],
] as const)('a picture that failed to load asks to try again later (%s)', async (...row) => {
  const [language, loadError, tryAgainLater, tryAgain] = row;
  const { user } = await showGrid({ at: '/?file=1', language });
  const dialog = await screen.findByRole('dialog', { name: 'poster.png' });
  act(() => void within(dialog).getByRole('img', { name: 'poster.png' }).dispatchEvent(new Event('error')));
  const alert = await within(dialog).findByRole('alert');
  expect(within(alert).getByText(loadError)).toBeDefined();
  expect(within(alert).getByText(tryAgainLater)).toBeDefined();
  await user.click(within(alert).getByRole('button', { name: tryAgain }));
  expect(within(dialog).getByRole('img', { name: 'poster.png' })).toBeDefined();
});

test.each([
  ['a film', 'film.mp4', 'video', 'Video film.mp4'],
  ['a sound', 'jingle.mp3', 'audio', 'Sound jingle.mp3'],
] as const)('%s that failed to load shows an error', async (_, name, kind, label) => {
  const { user } = await showGrid({ at: '/?file=7', answer: pageOf([fileOf(7, name, kind)]) });
  const dialog = await screen.findByRole('dialog', { name });
  act(() => void within(dialog).getByLabelText(label).dispatchEvent(new Event('error')));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('This file could not be shown');
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(within(dialog).getByLabelText(label)).toBeDefined();
});

test.each([
  ['film.mov', 'video', 'Video film.mov', 'MOV'],
  ['sound.wma', 'audio', 'Sound sound.wma', 'WMA'],
] as const)(
  '%s that arrives but cannot be played shows a final message',
  async (name, kind, label, format) => {
    await showGrid({ at: '/?file=7', answer: pageOf([fileOf(7, name, kind)]) });
    const dialog = await screen.findByRole('dialog', { name });
    fakeServer({ 'HEAD /api/files/7/content/': { body: {} } });
    act(() => void within(dialog).getByLabelText(label).dispatchEvent(new Event('error')));
    const alert = await within(dialog).findByRole('alert');
    expect(within(alert).getByText(`This browser cannot show this ${format} file`)).toBeDefined();
    expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(within(alert).getByRole('link', { name: 'Download' })).toBeDefined();
  },
);

test('a film of which only the sound plays shows a final message', async () => {
  await showGrid({ at: '/?file=7', answer: pageOf([fileOf(7, 'film.mp4', 'video')]) });
  const dialog = await screen.findByRole('dialog', { name: 'film.mp4' });
  const player = within(dialog).getByLabelText('Video film.mp4');
  const requests = fakeServer({ 'HEAD /api/files/7/content/': { body: {} } });
  const learnWidth = (value: number) => {
    Object.defineProperty(player, 'videoWidth', { configurable: true, value });
    act(() => void player.dispatchEvent(new Event('loadedmetadata')));
  };
  learnWidth(1920);
  expect(requests).toEqual([]);
  learnWidth(0);
  // Some browsers report the picture's size a moment later, which is awaited.
  const alert = await within(dialog).findByRole('alert', undefined, { timeout: 10_000 });
  expect(within(alert).getByText('This browser cannot show this MP4 file')).toBeDefined();
  expect(within(alert).queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('an address of an unknown file opens nothing', async () => {
  await showGrid({ at: '/?file=99' });
  await screen.findByRole('list', { name: 'Files' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
