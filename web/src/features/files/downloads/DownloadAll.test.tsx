import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { DownloadAll } from './DownloadAll.tsx';
import * as downloads from './start-download.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(downloads, 'startDownload').mockImplementation(() => {});
});

const click = () => act(async () => screen.getByRole('button', { name: 'Download all' }).click());

test('one file needs no archive', async () => {
  await renderScreen(<DownloadAll versionId={5} count={1} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('waits as long as the server asks for while the archive is prepared, and says so', async () => {
  let isReady = false;
  fakeServer({
    'HEAD /api/versions/5/zip/': () =>
      isReady ? { status: 200 } : { status: 409, headers: { 'Retry-After': '7' } },
  });
  await renderScreen(<DownloadAll versionId={5} count={2} />);
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

test('an archive that cannot be had is no download', async () => {
  fakeServer({});
  await renderScreen(<DownloadAll versionId={5} count={2} />);
  await click();
  expect(console.error).toHaveBeenCalled();
  expect(downloads.startDownload).not.toHaveBeenCalled();
});
