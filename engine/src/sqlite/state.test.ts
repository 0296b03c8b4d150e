import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectDatabase, type Database } from '@vitrin/server/database/connect.ts';
import { inTransaction } from '@vitrin/server/database/transaction.ts';
import { lentFileOf, stateOf } from './sqlite-dialect.ts';

let folder: string;
let path: string;
let own: Database;
let other: Database;
let reader: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrin-state-'));
  path = join(folder, 'vitrin.sqlite');
  own = connectDatabase({ sqlitePath: path });
  await own.schema.createTable('things').addColumn('name', 'text').execute();
  other = connectDatabase({ sqlitePath: path });
  reader = connectDatabase({ sqlitePath: path, readOnly: true });
});
afterEach(async () => {
  for (const db of [own, other, reader]) await db.destroy();
  rmSync(folder, { recursive: true });
});

const now = () => new Date();
const count = (db: Database) => sql`select count(*) from things`.execute(db);
const add = (db: Database) =>
  inTransaction({ db, now }, async (tx) => sql`insert into things values ('a')`.execute(tx.db));
const states = () => [own, other, reader].map(stateOf);

test('reads leave the state as it is, and every write changes it for everybody', async () => {
  const first = states();
  for (const db of [own, other, reader]) await count(db);
  expect(states()).toEqual(first);
  let known = first;
  for (const writer of [own, other, own]) {
    await add(writer);
    const next = states();
    for (const [index, state] of next.entries()) expect(state, String(index)).not.toBe(known[index]);
    expect(states()).toEqual(next);
    known = next;
  }
});

test('what another connection writes is a change at once, also while it is lent the file', async () => {
  const before = stateOf(own);
  await lentFileOf(own)?.lend(async () => {
    await add(other);
    expect(stateOf(own)).not.toBe(before);
    return [];
  });
  expect(stateOf(own)).not.toBe(before);
});

test('within a transaction the state is not known', async () => {
  const before = stateOf(own);
  await inTransaction({ db: own, now }, async (tx) => {
    expect(stateOf(own)).toBeUndefined();
    await count(tx.db);
  });
  expect(stateOf(own)).not.toBe(before);
});
