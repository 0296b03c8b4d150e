import { expect, test } from 'vitest';
import type { Upload, UploadState } from '../upload-list.ts';
import { inTrayOrder, summarise, uploadPercent } from './upload-summary.ts';

const upload = (name: string, state: UploadState, sentBytes = 0, sizeBytes = 100): Upload => ({
  key: name,
  name,
  sizeBytes,
  versionId: 1,
  state,
  sentBytes,
  error: null,
});

test('counts bytes, not files, and derives the time left from the speed', () => {
  const uploads = [
    upload('a', 'done', 100),
    upload('b', 'sending', 150, 300),
    upload('c', 'waiting', 0, 100),
    upload('d', 'failed', 0, 10_000),
  ];
  expect(summarise({ uploads, bytesPerSecond: 50 })).toMatchObject({
    total: 3,
    done: 1,
    running: 2,
    failed: 1,
    percent: 50,
    secondsLeft: 5,
  });
});

test('shows 100 percent only when everything is uploaded', () => {
  const sent = upload('a', 'sending', 100);
  expect(summarise({ uploads: [sent], bytesPerSecond: 0 })).toMatchObject({ percent: 99, secondsLeft: null });
  expect(uploadPercent(sent)).toBe(99);
  expect(summarise({ uploads: [upload('a', 'done', 0, 0)], bytesPerSecond: 0 }).percent).toBe(100);
  expect(uploadPercent(upload('a', 'sending', 0, 0))).toBe(0);
});

test('puts uploads that need the user first and finished ones last', () => {
  const states: UploadState[] = ['done', 'waiting', 'paused', 'retrying', 'sending', 'interrupted', 'failed'];
  const order = inTrayOrder(states.map((state) => upload(state, state))).map(({ name }) => name);
  expect(order).toEqual(['failed', 'interrupted', 'retrying', 'sending', 'paused', 'waiting', 'done']);
});
