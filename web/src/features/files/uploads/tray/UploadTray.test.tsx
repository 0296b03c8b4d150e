import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../../../lib/api-error.ts';
import { fakeServer } from '../../../../testing/fake-server.ts';
import { renderScreen } from '../../../../testing/render.tsx';
import { noteFolders } from '../folders.ts';
import { startUploads, uploadQueue } from '../uploads-of-tab.ts';
import type { TransferEvents, TransferJob } from '../sending/transfer.ts';
import { UploadTray } from './UploadTray.tsx';

const transfers = vi.hoisted(
  () => [] as { job: TransferJob; events: TransferEvents; end: () => void; fail: (error: unknown) => void }[],
);

vi.mock(import('../sending/tus-transfer.ts'), () => ({
  startTusTransfer: (job, events) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    transfers.push({ job, events, end: resolve, fail: reject });
    return { finished: promise, stop: () => {} };
  },
}));

const fileOf = (name: string, size: number) => new File(['x'.repeat(size)], name, { lastModified: 1 });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeServer({});
});

afterEach(() => {
  act(() => {
    uploadQueue.cancel(uploadQueue.snapshot().uploads.map(({ key }) => key));
    uploadQueue.clearDone();
  });
  transfers.length = 0;
  vi.restoreAllMocks();
});

test('is hidden without uploads', async () => {
  await renderScreen(<UploadTray />);
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
});

test('shows each file, pauses and resumes it, and says when all are uploaded', async () => {
  await renderScreen(<UploadTray />);
  const user = userEvent.setup();
  act(() => startUploads(1, [fileOf('film.mp4', 2048)]));
  const tray = await screen.findByRole('region', { name: 'Uploads' });
  expect(within(tray).getByText('Uploading, 0 of 1 file done')).toBeDefined();
  expect(screen.getByRole('status').textContent).toContain('Uploading 1 file.');

  await user.click(within(tray).getByRole('button', { name: 'Pause the upload of film.mp4' }));
  expect(within(tray).getByText('1 upload paused')).toBeDefined();
  await user.click(within(tray).getByRole('button', { name: 'Resume the upload of film.mp4' }));
  await act(async () => transfers.at(-1)?.end());
  expect(await within(tray).findByText('1 file uploaded')).toBeDefined();
  expect(screen.getByRole('status').textContent).toContain('1 file uploaded');
  await user.click(within(tray).getByRole('button', { name: 'Close the list of uploads' }));
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
});

test('files of folders are put into sections of their names, which are created if missing', async () => {
  const made: unknown[] = [];
  fakeServer({
    'GET /api/sections/': {
      body: { count: 1, next: null, previous: null, results: [{ id: 7, name: 'Çay', order: 1, version: 1 }] },
    },
    'POST /api/sections/': ({ body }) => {
      made.push(body);
      return { status: 201, body: { id: 8, name: 'Party', order: 2, version: 1 } };
    },
  });
  await renderScreen(<UploadTray />);
  // As macOS writes it.
  const first = noteFolders(fileOf('a.jpg', 1), ['Çay'.normalize('NFD')]);
  const second = noteFolders(fileOf('b.jpg', 2), ['Party']);
  act(() => startUploads(1, [first, second, fileOf('c.jpg', 3)]));
  await vi.waitFor(() => expect(transfers).toHaveLength(3));
  expect(transfers.map(({ job: { file, section } }) => [file.name, section])).toEqual([
    ['c.jpg', undefined],
    ['a.jpg', 7],
    ['b.jpg', 8],
  ]);
  expect(made).toEqual([{ name: 'Party', version: 1 }]);
});

test("a folder that can have no section is not uploaded, and the server's reason is shown", async () => {
  const detail = 'This version has 100 sections, the most a version can hold.';
  fakeServer({
    'GET /api/sections/': { body: { count: 0, next: null, previous: null, results: [] } },
    'POST /api/sections/': { status: 400, body: { detail } },
  });
  await renderScreen(<UploadTray />);
  act(() => startUploads(1, [noteFolders(fileOf('a.jpg', 1), ['Party'])]));
  expect(
    await screen.findByText(`${detail} The folder Party and those after it were not uploaded.`),
  ).toBeDefined();
  expect(transfers).toHaveLength(0);
});

test('a refusal is shown in the words of the server, with a button to try again', async () => {
  await renderScreen(<UploadTray />);
  const user = userEvent.setup();
  act(() => startUploads(1, [fileOf('film.mp4', 2048)]));
  const refused = { detail: 'Storage is full: 500 MB of 500 MB used, 2 KB needed.', fields: {} };
  await act(async () =>
    transfers.at(-1)?.fail(new ApiError({ ...refused, status: 400, retryAfterSeconds: null, data: null })),
  );
  expect(await screen.findByText(refused.detail)).toBeDefined();
  expect(screen.getByRole('status').textContent).toContain('1 upload failed');
  await user.click(screen.getByRole('button', { name: 'Try film.mp4 again' }));
  expect(transfers).toHaveLength(2);
});

test('says that it resumes by itself when there is no connection', async () => {
  await renderScreen(<UploadTray />);
  act(() => startUploads(1, [fileOf('film.mp4', 2048)]));
  await act(async () => transfers.at(-1)?.fail(new NetworkError()));
  expect(await screen.findByText('No connection. Resumes automatically.')).toBeDefined();
});

test('asks before the page is left only during an upload', async () => {
  await renderScreen(<UploadTray />);
  const isAsked = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(isAsked()).toBe(false);
  act(() => startUploads(1, [fileOf('film.mp4', 2048)]));
  await screen.findByRole('region', { name: 'Uploads' });
  expect(isAsked()).toBe(true);
  await act(async () => transfers.at(-1)?.end());
  expect(isAsked()).toBe(false);
});

test('the texts for many files are in the reader’s language', async () => {
  await renderScreen(<UploadTray />, { language: 'tr' });
  act(() => startUploads(1, [fileOf('a.png', 10), fileOf('b.png', 10)]));
  expect(await screen.findByText('Yükleniyor, 0 / 2 dosya tamam')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Tümünü duraklat' })).toBeDefined();
});
