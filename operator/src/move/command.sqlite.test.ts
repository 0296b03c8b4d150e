import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { readInstallation } from '@vitrin/server/database/read-only/state.ts';
import { temporaryInstallation } from '../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { runMoveCommand } from './command.ts';

let installation: Awaited<ReturnType<typeof temporaryInstallation>>;
let folder: string;

beforeEach(async () => {
  installation = await temporaryInstallation();
  folder = temporaryFolder();
});

async function run(...words: string[]) {
  const said = { out: '', err: '' };
  const code = await runMoveCommand(words, installation.environment, {
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  return { code, ...said };
}

function newEnvironment(lines: string): string {
  const file = join(folder, 'new.env');
  writeFileSync(file, lines);
  return file;
}

test('it prints its usage, and ends with 2 for words that it does not understand', async () => {
  expect(await run('--help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('npm run move -- NEW.env'),
  });
  for (const words of [[], ['a', 'b'], ['--to', 'x'], ['--nothing']])
    expect(await run(...words), words.join(' ')).toMatchObject({ code: 2, out: '' });
});

test.each([
  ['DATABASE_URL=mysql://x\n', 'new.env: DATABASE_URL must be a postgres:// address.'],
  ['DATABASE_URL=postgres://localhost/x\n', 'SECRET_KEY is required with DATABASE_URL'],
  ['S3_BUCKET=b\n', 'AWS_ACCESS_KEY_ID is required with S3_BUCKET.'],
  ['MAIL_FROM=x@example.com\n', 'there is nothing to move'],
])('%j is refused in a sentence: %s', async (lines, sentence) => {
  expect(await run(newEnvironment(lines))).toMatchObject({ code: 1, err: expect.stringContaining(sentence) });
});

test('a missing file, and a missing installation, are named', async () => {
  expect(await run(join(folder, 'none.env'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('none.env'),
  });
  installation.environment['DATA_DIR'] = join(folder, 'nowhere');
  const file = newEnvironment(`DATA_DIR=${folder}\n`);
  expect(await run(file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no installation in'),
  });
});

test('a database of another release is not moved', async () => {
  const file = newEnvironment(`DATA_DIR=${join(folder, 'next')}\n`);
  const { db } = installation;
  const later = sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`;
  const earlier = sql`delete from kysely_migration where name not like '0001%'`;
  for (const statement of [later, earlier]) {
    await db.transaction().execute((transaction) => statement.execute(transaction));
    expect(await run(file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('The database is of another release: start the server of this release'),
    });
    expect(await readInstallation(db)).toBeUndefined();
  }
});

test('a check says what would move, and a move says what moved, in words and as JSON', async () => {
  const next = join(folder, 'next');
  const file = newEnvironment(`DATA_DIR=${next}\n`);
  const checked = await run(file, '--check');
  expect(checked).toMatchObject({
    code: 0,
    out: expect.stringContaining('All is ready to move to SQLite in'),
  });
  expect(readdirSync(next)).not.toContain('vitrin.sqlite');
  const moved = await run(file);
  expect(moved.out).toMatch(
    /has moved to SQLite in .*: \d+ rows of \d+ tables and 15 objects of .* compared/,
  );
  expect(moved.err).toContain('The installation becomes read only.');
  expect(moved.err).toContain('Copying: 15 of 15 objects');
  expect(JSON.parse((await run(file, '--json')).out)).toMatchObject({
    problems: [],
    moved_to: expect.any(String),
  });
});
