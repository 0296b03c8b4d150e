import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { PICTURE } from '../../../testing/projects.ts';
import { renderScreen } from '../../../testing/render.tsx';
import * as downloads from '../downloads/start-download.ts';
import { FileToolbar } from './FileToolbar.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(downloads, 'startDownload').mockImplementation(() => {});
});

const show = (count: number) => {
  const files = Array.from({ length: count }, (_none, index) => ({ ...PICTURE, id: index + 1 }));
  return renderScreen(<FileToolbar versionId={5} files={files} addButton={null} />);
};
const open = () => fireEvent.click(screen.getByRole('button', { name: 'More actions for these files' }));
const click = async () => {
  const entry = screen.getByRole('menuitem', { name: 'Download all' });
  await act(async () => entry.click());
};

test('one file needs no archive', async () => {
  await show(1);
  expect(screen.queryByRole('button')).toBeNull();
});

test('waits for the archive as long as the server asks, with a message', async () => {
  let isReady = false;
  fakeServer({
    'HEAD /api/versions/5/zip/': () =>
      isReady ? { status: 200 } : { status: 409, headers: { 'Retry-After': '7' } },
  });
  await show(2);
  open();
  await screen.findByRole('menu');
  vi.useFakeTimers();
  await click();
  expect(screen.getByRole('status').textContent).toContain('Preparing the archive.');
  isReady = true;
  await act(() => vi.advanceTimersByTimeAsync(6999));
  expect(downloads.startDownload).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(downloads.startDownload).toHaveBeenCalledExactlyOnceWith('/api/versions/5/zip/?download=1');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('an unavailable archive is no download', async () => {
  fakeServer({});
  await show(2);
  open();
  await screen.findByRole('menu');
  await click();
  expect(console.error).toHaveBeenCalled();
  expect(downloads.startDownload).not.toHaveBeenCalled();
});
