import { expect, test } from 'vitest';
import { UPLOADS_KEY, readStored, writeStored } from '../../../lib/storage.ts';
import { createUploadRecords } from './upload-records.ts';

const record = {
  key: '1/5/0/7',
  user: 7,
  version: 1,
  size: 5,
  url: '/api/uploads/abc',
  sent: 2,
  touched: 1000,
};
const records = createUploadRecords(
  () => 7,
  () => 2000,
);

test('an unfinished upload is remembered for its sender', () => {
  writeStored('local', UPLOADS_KEY, JSON.stringify([record, { ...record, key: 'other', user: 8 }]));
  expect(records.list()).toEqual([record]);
});

test.each([
  ['no JSON', '{'],
  ['no list', JSON.stringify(record)],
  ['nothing', JSON.stringify([null])],
  ['a text for a number', JSON.stringify([{ ...record, sent: '2' }])],
  ['a number for a text', JSON.stringify([record, { ...record, url: 2 }])],
  ['a field too few', JSON.stringify([{ ...record, url: undefined }])],
  ['a name, as builds of before kept it', JSON.stringify([{ ...record, name: 'a.txt' }])],
])('%s under the key of uploads is ignored', (_, text) => {
  writeStored('local', UPLOADS_KEY, text);
  expect(records.list()).toEqual([]);
  expect(readStored('local', UPLOADS_KEY)).toBeNull();
});
