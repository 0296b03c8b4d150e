import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { PICTURE } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { ChooseFilesModal } from './ChooseFilesModal.tsx';
import { FREELANCER } from '../../../testing/users.ts';
import { setCurrentUser } from '../../auth/api.ts';
import * as clipboard from '../../../lib/clipboard.ts';
import * as downloads from './start-download.ts';
// As after a reload.
beforeEach(() => void dispatchEvent(new StorageEvent('storage', { key: null })));
beforeEach(() => void vi.spyOn(downloads, 'startDownload').mockImplementation(() => {}));

const filesOf = (count: number) =>
  Array.from({ length: count }, (_none, index) => ({
    ...PICTURE,
    id: index + 1,
    name: `${index + 1}.png`,
    file: `/api/files/${index + 1}/content/`,
    size: 1000,
  }));

async function show(count: number): Promise<void> {
  await renderScreen(<ChooseFilesModal isOpen onClose={() => {}} versionId={5} files={filesOf(count)} />);
}

const box = (name: string) => screen.getByRole('checkbox', { name: new RegExp(`^${name}`) });
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .slice(1)
    .flatMap(({ checked }, index) => (checked ? [index + 1] : []));

test('several files are downloaded as one archive, in any order of choosing', async () => {
  fakeServer({ 'HEAD /api/versions/5/zip/': { status: 200 } });
  await show(4);
  expect(screen.getByRole('button', { name: 'Download' }).hasAttribute('disabled')).toBe(true);
  await userEvent.click(box('4.png'));
  await userEvent.click(box('2.png'));
  expect(screen.getByRole('link', { name: /^For the web/ }).getAttribute('href')).toBe(
    '/api/versions/5/zip/?download=1&files=2,4&size=web',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Download 2 files, 2 KB' }));
  await waitFor(() =>
    expect(downloads.startDownload).toHaveBeenCalledExactlyOnceWith(
      '/api/versions/5/zip/?download=1&files=2,4',
    ),
  );
});

test('one file is downloaded by itself, and all of them as the archive of the version', async () => {
  fakeServer({ 'HEAD /api/versions/5/zip/': { status: 200 } });
  await show(3);
  await userEvent.click(box('3.png'));
  await userEvent.click(screen.getByRole('button', { name: /^Download 1 file,/ }));
  expect(downloads.startDownload).toHaveBeenLastCalledWith('/api/files/3/content/?download=1');
  await userEvent.click(box('All files'));
  await userEvent.click(screen.getByRole('button', { name: /^Download 3 files,/ }));
  await waitFor(() =>
    expect(downloads.startDownload).toHaveBeenLastCalledWith('/api/versions/5/zip/?download=1'),
  );
});

test('the Shift key selects all files from the last one on, and unselects them', async () => {
  await show(6);
  await userEvent.click(box('2.png'));
  act(() => void fireEvent.click(box('5.png'), { shiftKey: true }));
  expect(chosen()).toEqual([2, 3, 4, 5]);
  act(() => void fireEvent.click(box('3.png'), { shiftKey: true }));
  expect(chosen()).toEqual([2]);
});

test.each(['All files', '2.png'])('Ctrl and A selects all files from the box of %s', async (name) => {
  await show(3);
  act(() => box(name).focus());
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(chosen()).toEqual([1, 2, 3]);
});

test('a selection is restored, belongs to one version, and loses deleted files', async () => {
  await show(3);
  await userEvent.click(box('1.png'));
  await userEvent.click(box('3.png'));
  cleanup();
  await show(2);
  expect(chosen()).toEqual([1]);
  cleanup();
  await renderScreen(<ChooseFilesModal isOpen onClose={() => {}} versionId={6} files={filesOf(3)} />);
  expect(chosen()).toEqual([]);
});

test('a choice of files to change begins empty, and leaves the selection as it was', async () => {
  await show(3);
  await userEvent.click(box('2.png'));
  cleanup();
  await renderScreen(
    <ChooseFilesModal isOpen onClose={() => {}} versionId={5} files={filesOf(3)} onDelete={() => {}} />,
  );
  expect(chosen()).toEqual([]);
  await userEvent.click(box('All files'));
  cleanup();
  await show(3);
  expect(chosen()).toEqual([2]);
});

test('the names of the selection are copied as lines, and as text for a filter', async () => {
  const copied: string[] = [];
  vi.spyOn(clipboard, 'copyLater').mockImplementation(async (load) => void copied.push(await load()));
  await show(12);
  setCurrentUser(FREELANCER);
  await userEvent.click(box('12.png'));
  await userEvent.click(box('2.png'));
  const menu = screen.getByRole('button', { name: 'Send or copy names' });
  await userEvent.click(menu);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy 2 names' }));
  await userEvent.click(menu);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy filter text for Lightroom' }));
  expect(copied).toEqual(['2.png\n12.png', '2 12']);
});

test('rows of hundreds of files are rendered a few at a time, and can be selected before they are rendered', async () => {
  await show(120);
  expect(screen.getAllByRole('checkbox').length).toBeLessThan(121);
  await userEvent.click(box('All files'));
  await waitFor(() => expect(chosen()).toHaveLength(120));
});

test('more files than an archive may have are refused with a message', async () => {
  await show(502);
  await userEvent.click(box('All files'));
  await userEvent.click(box('1.png'));
  expect(screen.getByRole('status').textContent).toBe('At most 500 files at once, or all of them.');
  expect(screen.getByRole('button', { name: /^Download 501 files/ }).hasAttribute('disabled')).toBe(true);
});
