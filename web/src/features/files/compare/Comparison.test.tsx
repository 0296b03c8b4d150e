import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { PICTURE, PROJECT, VERSION } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { FileViewer } from '../viewer/FileViewer.tsx';

const older: ProjectFile = { ...PICTURE, id: 22, version: 1, name: 'Poster.png', width: 60, height: 40 };
const newer: ProjectFile = { ...older, id: 31, version: 2, name: 'poster-v2.png' };
const flyer: ProjectFile = { ...older, id: 32, version: 2, name: 'flyer.png' };
const versions = [
  { ...VERSION, id: 1, version_number: '1.0', file_count: 1, files: [older] },
  { ...VERSION, id: 2, version_number: '2.0', file_count: 2, files: [newer, flyer] },
];

beforeEach(() => {
  // jsdom decodes nothing; every picture has this size.
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(60);
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(40);
  const decode = { configurable: true, value: async () => {} };
  Object.defineProperty(HTMLImageElement.prototype, 'decode', decode);
  onTestFinished(() => void Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'));
});

async function showViewer(file: ProjectFile, query = '', others = versions) {
  const requests = fakeServer({
    'GET /api/projects/1/': { body: { ...PROJECT, versions: others } },
  });
  function Viewer() {
    const [shown, setShown] = useState<ProjectFile | null>(file);
    return (
      <FileViewer file={shown} files={[newer, flyer]} onShow={setShown} onClose={() => setShown(null)} />
    );
  }
  const { router } = await renderScreen(<Viewer />, {
    at: `/projects/:id${query}`,
    open: `/projects/1${query}`,
  });
  return { user: userEvent.setup(), router, requests };
}

const compareButton = () => screen.findByRole('button', { name: 'Compare with another version' });

test('a click compares with the file of that name in the older version, and back leads to the file', async () => {
  const { user, router } = await showViewer(newer);
  await user.click(await compareButton());
  expect(await screen.findByRole('img', { name: 'Version 1.0: Poster.png' })).toBeDefined();
  expect(screen.getByRole('img', { name: 'Version 2.0: poster-v2.png' })).toBeDefined();
  expect(router.state.location.search).toBe('?with=22');
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(await compareButton());
  expect(router.state.location.search).toBe('');
});

test('on a phone Escape closes the menu alone, which has the focus after a comparison', async () => {
  const desktop = window.matchMedia('');
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(Object.create(desktop) as MediaQueryList, { matches: query === '(max-width: 47.99em)' }),
  );
  const { user } = await showViewer(newer);
  const more = () => screen.getByRole('button', { name: 'More' });
  await user.click(more());
  screen.getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('{Escape}');
  expect(more().getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(more());
  await user.click(more());
  await user.click(await compareButton());
  expect(await screen.findByRole('img', { name: 'Version 1.0: Poster.png' })).toBeDefined();
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(more());
});

test('arrow keys move the line and not the files, and number keys choose the mode', async () => {
  const { user } = await showViewer(newer, '?with=22');
  const line = await screen.findByRole<HTMLInputElement>('slider', { name: 'Line between the versions' });
  await user.keyboard('{ArrowLeft}');
  expect(line.getAttribute('aria-valuetext')).toBe('48% from the left: Version 1.0');
  await user.keyboard('{End}');
  expect(line.value).toBe('100');
  await user.keyboard('2');
  expect(screen.queryByRole('slider')).toBeNull();
  const heard = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(heard).toContain('Version 1.0 beside Version 2.0');
  await user.keyboard('3{ArrowRight}');
  const opacity = screen.getByRole<HTMLInputElement>('slider', { name: 'Opacity of Version 2.0' });
  expect(opacity.value).toBe('52');
});

test('the keys are the same while the line has the focus', async () => {
  const { user } = await showViewer(newer, '?with=22');
  const line = await screen.findByRole<HTMLInputElement>('slider', { name: 'Line between the versions' });
  line.focus();
  await user.keyboard('{ArrowRight}');
  expect(line.value).toBe('52');
  await user.keyboard('3');
  expect(screen.getByRole('slider', { name: 'Opacity of Version 2.0' })).toBeDefined();
});

test('the older version comes first, even if it was the open one', async () => {
  await showViewer(older, '?with=31');
  expect(await screen.findByRole('img', { name: 'Version 1.0: Poster.png' })).toBeDefined();
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'Version 1.0 on the left of the slider, Version 2.0 on its right',
  );
});

test('the counterpart of a file is chosen by hand if no name matches, and can be changed', async () => {
  const { user, router } = await showViewer(flyer);
  await user.click(await compareButton());
  expect(await screen.findByText('Which file do you want to compare it with?')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Poster.png' }));
  expect(await screen.findByRole('img', { name: 'Version 1.0: Poster.png' })).toBeDefined();
  expect(router.state.location.search).toBe('?with=22');
  await user.click(screen.getByRole('button', { name: 'Choose another file' }));
  expect(screen.getByRole('button', { name: 'Poster.png' })).toBeDefined();
});

test.each([
  ['a file that is not there', newer, '?with=99', 'The file to compare with is no longer there.'],
  ['the file itself', newer, '?with=31', 'The file to compare with is no longer there.'],
  ['words', newer, '?with=words', 'Which file do you want to compare it with?'],
])('an address that names %s shows a choice of files', async (_what, file, query, text) => {
  await showViewer(file, query);
  expect(await screen.findByText(text)).toBeDefined();
});

test('without files in another version there is nothing to compare', async () => {
  await showViewer(newer, '', versions.slice(1));
  await screen.findByRole('dialog');
  await expect.poll(() => screen.queryByRole('link', { name: /Download/ })).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Compare with another version' })).toBeNull();
});
