import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '../../../lib/api-error.ts';
import { LimitBetweenError } from './limit-between.ts';
import { ChangedFileError } from './upload-failure.ts';
import { openQueue } from './upload-queue-fixture.ts';
import { createUploadRecords, uploadKey } from './upload-records.ts';

const refusal = (status: number, retryAfterSeconds: number | null = null) =>
  new ApiError({ status, detail: 'The words of the server', fields: {}, retryAfterSeconds, data: null });

const fileOf = (name: string, size = 10) => new File(['x'.repeat(size)], name, { lastModified: 1 });

/** Lets pending promises settle without passing time. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  // Failures are logged to the console, too.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

test('sends three at a time, in the order they were added', async () => {
  const { queue, running, states, finished } = openQueue();
  queue.add(
    1,
    ['a', 'b', 'c', 'd'].map((name) => fileOf(name)),
  );
  expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting']);
  running[1]?.end();
  await settle();
  expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd sending']);
  expect(finished).toEqual(['b']);
});

test('the same file dropped twice is one upload', () => {
  const { queue, running } = openQueue();
  queue.add(1, [fileOf('a')]);
  queue.add(1, [fileOf('a')]);
  queue.add(2, [fileOf('a')]);
  expect(running).toHaveLength(2);
});

test('resumes by itself from the offset of the server after a lost connection', async () => {
  const { queue, last, running, states } = openQueue();
  queue.add(1, [fileOf('film.mp4', 100)]);
  last().events.onUrl('/api/uploads/one');
  last().events.onProgress(0);
  last().events.onProgress(40);
  last().fail(new NetworkError());
  await settle();
  expect(states()).toEqual(['film.mp4 retrying']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(states()).toEqual(['film.mp4 sending']);
  expect(running).toHaveLength(2);
  expect(last().job.url).toBe('/api/uploads/one');
});

test('waits ever longer for a server that is away, and no longer once the connection is back', async () => {
  const { queue, last, running } = openQueue();
  queue.add(1, [fileOf('a')]);
  for (const pauseMs of [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000]) {
    last().fail(new NetworkError());
    const before = running.length;
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    expect(running).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(running).toHaveLength(before + 1);
  }
  last().fail(new NetworkError());
  await settle();
  const before = running.length;
  queue.retryAtOnce();
  expect(running).toHaveLength(before + 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(running).toHaveLength(before + 1);
});

test('stops at once when the device loses its connection', async () => {
  const { queue, running, states } = openQueue();
  queue.add(1, [fileOf('a')]);
  running[0]?.events.onUrl('/api/uploads/a');
  queue.connectionLost();
  expect(states()).toEqual(['a retrying']);
  expect(running[0]?.isStopped).toBe(true);
  queue.retryAtOnce();
  expect(states()).toEqual(['a sending']);
  expect(running).toHaveLength(2);
});

test('waits as long as the server asks for', async () => {
  const { queue, last, running } = openQueue();
  queue.add(1, [fileOf('a')]);
  last().fail(refusal(429, 20));
  await vi.advanceTimersByTimeAsync(19_999);
  expect(running).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(running).toHaveLength(2);
});

test('starts again when the server no longer has the upload', async () => {
  const { queue, last, states, records } = openQueue();
  queue.add(1, [fileOf('a')]);
  last().events.onUrl('/api/uploads/expired');
  last().fail(refusal(410));
  await vi.advanceTimersByTimeAsync(1000);
  expect(last().job.url).toBeNull();
  expect(states()).toEqual(['a sending']);
  last().events.onUrl('/api/uploads/new');
  expect(records.list().map(({ url }) => url)).toEqual(['/api/uploads/new']);
});

test('a file changed during its upload is sent anew, with a note until it is complete', async () => {
  const { queue, last, states, discarded } = openQueue();
  const error = () => queue.snapshot().uploads[0]?.error;
  queue.add(1, [fileOf('a')]);
  last().events.onUrl('/api/uploads/torn');
  last().fail(new ChangedFileError());
  await vi.advanceTimersByTimeAsync(1000);
  expect(states()).toEqual(['a sending']);
  expect(last().job.url).toBeNull();
  expect(error()).toBeInstanceOf(ChangedFileError);
  last().end();
  await settle();
  expect(states()).toEqual(['a done']);
  expect(error()).toBeNull();
  expect(discarded).toEqual([]);
});

test('gives up on a file that changes again and again', async () => {
  const { queue, last, states } = openQueue();
  queue.add(1, [fileOf('a')]);
  for (let tries = 1; tries <= 4; tries += 1) {
    last().fail(new ChangedFileError());
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(states()).toEqual(['a failed']);
});

test('gives up on a server that loses the upload again and again', async () => {
  const { queue, last, states } = openQueue();
  queue.add(1, [fileOf('a')]);
  for (let time = 0; time < 4; time += 1) {
    last().events.onUrl(`/api/uploads/${time}`);
    last().events.onProgress(0);
    last().events.onProgress(5);
    last().fail(refusal(410));
    await vi.advanceTimersByTimeAsync(4000);
  }
  expect(states()).toEqual(['a failed']);
});

test('keeps a refusal with the words of the server, and retries when asked', async () => {
  const { queue, last, states } = openQueue();
  queue.add(1, [fileOf('a')]);
  last().fail(refusal(413));
  await settle();
  expect(states()).toEqual(['a failed']);
  expect(queue.snapshot().uploads[0]?.error).toMatchObject({ detail: 'The words of the server' });
  queue.resume([last().job.file.name, queue.snapshot().uploads[0]?.key ?? '']);
  expect(states()).toEqual(['a sending']);
  expect(queue.snapshot().uploads[0]?.error).toBeNull();
});

test('a full disk is not retried', async () => {
  const { queue, last, states } = openQueue();
  queue.add(1, [fileOf('a')]);
  last().fail(refusal(507));
  await settle();
  expect(states()).toEqual(['a failed']);
});

test('a server that keeps failing is reported after eight tries', async () => {
  const { queue, last, states } = openQueue();
  queue.add(1, [fileOf('a')]);
  for (let time = 0; time < 8; time += 1) {
    last().fail(refusal(503));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(states()).toEqual(['a sending']);
  }
  last().fail(refusal(503));
  await settle();
  expect(states()).toEqual(['a failed']);
});

test('a proxy that accepts bytes and forwards none is reported after eight tries', async () => {
  const { queue, last, states } = openQueue();
  queue.add(1, [fileOf('film.mp4', 100)]);
  const send = async (from: number) => {
    last().events.onProgress(from);
    last().events.onProgress(100);
    last().fail(new LimitBetweenError(100, { cause: refusal(502) }));
    await vi.advanceTimersByTimeAsync(30_000);
  };
  for (let time = 0; time < 7; time += 1) await send(0);
  // Bytes that arrived before the failure count.
  await send(1);
  for (let time = 0; time < 7; time += 1) await send(1);
  expect(states()).toEqual(['film.mp4 sending']);
  await send(1);
  expect(states()).toEqual(['film.mp4 failed']);
  expect(queue.snapshot().uploads[0]?.error).toMatchObject({ bytes: 100 });
});

test('a paused upload makes room for the next and resumes at its offset', () => {
  const { queue, running, states, last } = openQueue();
  queue.add(
    1,
    ['a', 'b', 'c', 'd'].map((name) => fileOf(name)),
  );
  const [first] = running;
  first?.events.onUrl('/api/uploads/a');
  const key = queue.snapshot().uploads[0]?.key ?? '';
  queue.pause([key]);
  expect(first?.isStopped).toBe(true);
  expect(states()).toEqual(['a paused', 'b sending', 'c sending', 'd sending']);
  queue.cancel(
    queue
      .snapshot()
      .uploads.filter(({ name }) => name === 'b')
      .map((each) => each.key),
  );
  queue.resume([key]);
  expect(states()).toEqual(['a sending', 'c sending', 'd sending']);
  expect(last().job.url).toBe('/api/uploads/a');
});

test('an upload paused before it had an address resumes with the one that arrived late', () => {
  const { queue, last, discarded } = openQueue();
  queue.add(1, [fileOf('a')]);
  const key = queue.snapshot().uploads[0]?.key ?? '';
  const first = last();
  queue.pause([key]);
  first.events.onUrl('/api/uploads/late');
  queue.resume([key]);
  expect(last().job.url).toBe('/api/uploads/late');
  expect(discarded).toEqual([]);
});

test('cancelling frees the space, even if the address arrives afterwards', () => {
  const { queue, running, records, discarded } = openQueue();
  queue.add(1, [fileOf('a'), fileOf('b')]);
  running[0]?.events.onUrl('/api/uploads/a');
  queue.cancel(queue.snapshot().uploads.map(({ key }) => key));
  expect(queue.snapshot().uploads).toEqual([]);
  running[1]?.events.onUrl('/api/uploads/b');
  expect(discarded).toEqual(['/api/uploads/a', '/api/uploads/b']);
  expect(records.list()).toEqual([]);
});

test('an upload resumes after a reload when the same file is chosen again', () => {
  const before = openQueue();
  before.queue.add(1, [fileOf('film.mp4', 100)]);
  before.last().events.onUrl('/api/uploads/film');
  before.last().events.onProgress(0);
  before.last().events.onProgress(60);
  vi.advanceTimersByTime(250);

  const stored = localStorage.getItem('uploads') ?? '';
  expect(stored).toContain('/api/uploads/film');
  expect(stored).not.toContain('film.mp4');

  const after = openQueue();
  after.queue.addInterrupted(after.records.list().map((record) => ({ ...record, name: 'film.mp4' })));
  expect(after.states()).toEqual(['film.mp4 interrupted']);
  expect(after.queue.snapshot().uploads[0]?.sentBytes).toBe(60);
  const other = fileOf('film.mp4', 99);
  expect(after.queue.chooseAgain([other])).toEqual([other]);
  expect(after.states()).toEqual(['film.mp4 interrupted']);
  expect(after.queue.chooseAgain([fileOf('film.mp4', 100)])).toEqual([]);
  expect(after.states()).toEqual(['film.mp4 sending']);
  expect(after.last().job.url).toBe('/api/uploads/film');
});

test('the same file in two sections is two uploads, each resumed into its own', () => {
  const before = openQueue();
  const copy = fileOf('film.mp4', 100);
  before.queue.add(1, [copy], 7);
  before.queue.add(1, [copy], 8);
  before.queue.add(1, [copy], 8);
  before.running.forEach(({ events }, index) => events.onUrl(`/api/uploads/film-${index}`));
  expect(before.running.map(({ job }) => job.section)).toEqual([7, 8]);

  const after = openQueue();
  after.queue.addInterrupted(after.records.list().map((record) => ({ ...record, name: 'film.mp4' })));
  expect(after.queue.chooseAgain([copy, copy])).toEqual([]);
  expect(after.running.map(({ job }) => [job.section, job.url])).toEqual([
    [7, '/api/uploads/film-0'],
    [8, '/api/uploads/film-1'],
  ]);
});

test('unfinished uploads are forgotten after 24 hours and never shown to another user', () => {
  const { queue, last, records } = openQueue();
  queue.add(1, [fileOf('a')]);
  last().events.onUrl('/api/uploads/a');
  expect(createUploadRecords(() => 8).list()).toEqual([]);
  vi.advanceTimersByTime(24 * 60 * 60 * 1000 - 1);
  expect(records.list()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(records.list()).toEqual([]);
});

test('an invalid stored value is no upload', () => {
  localStorage.setItem('uploads', '{"not": "ours"}');
  expect(createUploadRecords(() => 7).list()).toEqual([]);
  localStorage.setItem('uploads', 'nonsense');
  expect(createUploadRecords(() => 7).list()).toEqual([]);
});

test('uploads of an ended session wait, and resume in the next one', async () => {
  const { queue, running, states, records, onSignedOut } = openQueue();
  queue.add(1, [fileOf('a'), fileOf('b')]);
  for (const { job, events } of running) events.onUrl(`/api/uploads/${job.file.name}`);
  running[0]?.fail(refusal(401));
  await settle();
  expect(states()).toEqual(['a paused', 'b paused']);
  expect(running[1]?.isStopped).toBe(true);
  expect(onSignedOut).toHaveBeenCalledOnce();
  expect(records.list()).toHaveLength(2);
  onSignedOut.mock.calls[0]?.[0]();
  expect(states()).toEqual(['a sending', 'b sending']);
});

test('the key of an upload distinguishes versions and changed files', () => {
  const file = fileOf('a');
  expect(uploadKey(1, file)).toBe(uploadKey(1, fileOf('a')));
  expect(uploadKey(2, file)).not.toBe(uploadKey(1, file));
  expect(uploadKey(1, new File(['x'.repeat(10)], 'a', { lastModified: 2 }))).not.toBe(uploadKey(1, file));
});
