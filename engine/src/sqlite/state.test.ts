import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NodeSqliteDialect, stateOf } from './sqlite-dialect.ts';

let folder: string;
let path: string;
let own: Kysely<unknown>;
let other: Kysely<unknown>;
let reader: Kysely<unknown>;
const connect = (options?: { readOnly: boolean }) =>
  new Kysely<unknown>({ dialect: new NodeSqliteDialect(path, options) });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrin-state-'));
  path = join(folder, 'vitrin.sqlite');
  own = connect();
  await own.schema.createTable('things').addColumn('name', 'text').execute();
  other = connect();
  reader = connect({ readOnly: true });
});
afterEach(async () => {
  for (const db of [own, other, reader]) await db.destroy();
  rmSync(folder, { recursive: true });
});

const count = (db: Kysely<unknown>) => sql`select count(*) from things`.execute(db);
const add = (db: Kysely<unknown>) =>
  db.transaction().execute((tx) => sql`insert into things values ('a')`.execute(tx));
const states = () => [own, other, reader].map(stateOf);

test('reads leave the state as it is, and every write changes it for everybody', async () => {
  const first = states();
  for (const db of [own, other, reader]) await count(db);
  expect(states()).toEqual(first);
  let before = first;
  for (const writer of [own, other, own]) {
    await add(writer);
    const next = states();
    for (const [index, state] of next.entries()) expect(state, String(index)).not.toBe(before[index]);
    expect(states()).toEqual(next);
    before = next;
  }
});

test('the state is undefined within a transaction', async () => {
  const before = stateOf(own);
  await own.transaction().execute(async (tx) => {
    expect(stateOf(own)).toBeUndefined();
    await count(tx);
  });
  expect(stateOf(own)).not.toBe(before);
});
