import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  addToErasedList,
  ERASED_LIST,
  listWith,
  parseWholeErasedList,
  readErasedList,
} from './erased-list.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const ACCOUNTS = [
  { user_id: 7, erased_at: '2026-11-23T20:00:00.000Z' },
  { user_id: 38, erased_at: '2026-11-23T21:00:00.000Z' },
];
const LINES = '7 2026-11-23T20:00:00.000Z\n38 2026-11-23T21:00:00.000Z\n';

test('changing any bit of a list makes it count as damaged', () => {
  const text = listWith('', ACCOUNTS) ?? '';
  expect(parseWholeErasedList(text)).toEqual(ACCOUNTS);
  for (let at = 0; at < text.length; at += 1)
    for (let bit = 0; bit < 8; bit += 1) {
      const bytes = Buffer.from(text);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      expect(parseWholeErasedList(bytes.toString()), `bit ${bit} of byte ${at}`).toBeUndefined();
    }
});

test('a list of an earlier release, which has no checksum, is read by its form', () => {
  expect(parseWholeErasedList(LINES)).toEqual(ACCOUNTS);
  expect(parseWholeErasedList(`${LINES}9 2026-1`)).toBeUndefined();
  expect(listWith(LINES, ACCOUNTS)).toContain(LINES);
});

test('lines of a damaged list are neither trusted nor kept', async () => {
  const folder = temporaryFolder();
  const path = join(folder, ERASED_LIST);
  await addToErasedList(folder, ACCOUNTS.slice(0, 1));
  writeFileSync(path, readFileSync(path, 'utf8').replace('7 2026', '5 2026'));
  expect(await readErasedList(path)).toEqual([]);
  await addToErasedList(folder, ACCOUNTS.slice(1));
  expect(await readErasedList(path)).toEqual(ACCOUNTS.slice(1));
});
