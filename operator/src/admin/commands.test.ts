import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeReadOnly } from '@vitrin/server/database/read-only/switch.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { COMMANDS, findCommand, helpOf, runCommand } from './commands.ts';
import { printable } from './lists.ts';
import { withoutSecrets } from './without-secrets.ts';

const setup = await sharedTestApp();

const MAIL = JSON.stringify({ to: 'ada@example.com', subject: 'Hello', text: '', html: '' });

/** A backup that the server could try, and keys that are files also where the database is PostgreSQL. */
const OF_COMMANDS = {
  backupDir: join(import.meta.dirname, '../testing/backup/releases/0.1.0'),
  databaseUrl: undefined,
};

const SHUT = { state: 'read-only', move: null, moved_to: null } as const;

const run = (...words: string[]) => runCommand(setup.context, words);

/** A successful call of each command; `USER` and `JOB` stand for objects that the test made. */
const CALLS: Record<string, string> = {
  'users list': '',
  'users find': 'a',
  'users show': 'USER',
  'users end-sessions': 'USER',
  'users remove-factor': 'USER',
  'erasures list': '',
  'erasures keep': 'USER',
  'erasures now': 'USER --yes',
  'projects list': 'USER',
  storage: 'USER',
  'jobs list': '--waiting',
  'jobs show': 'JOB',
  'jobs retry': 'JOB',
  'jobs drop': 'JOB',
  'mails list': '',
  'mails resend': 'JOB',
  'backups try': '',
  plans: 'set pro price-usd 31.50',
  files: 'draw',
  'reset-link': 'USER',
  'end-sessions': 'USER',
  'grant-storage': 'USER 3',
  'set-plan': 'USER pro --until 2027-01-31',
  'new-receipt-key': '',
  'invoices list': '--from 2026-11-01 --through 2026-11-30',
  'invoices export': 'FOLDER --from 2026-11-01 --through 2026-11-30',
  'read-only': '',
  'read-only on': '',
  'read-only off': '',
};
const ALL = Object.keys(CALLS);

test('every command is called by a test', () => {
  expect(ALL).toEqual(Object.keys(COMMANDS));
});

test.each(ALL)('%s prints its usage', (name) => {
  const own = name === 'end-sessions' ? 'users end-sessions' : name;
  expect(helpOf([...name.split(' '), '--help'])).toContain(`npm run admin -- ${own}`);
  expect(helpOf(name.split(' '))).toBeUndefined();
});

test.each(Object.entries(CALLS))('%s %s answers as JSON', async (name, words) => {
  const { id, username } = await setup.createFreelancer();
  const now = setup.context.now().toISOString();
  const due_at = '2026-12-24T10:00:00.000Z';
  if (name === 'erasures keep')
    await setup.db
      .insertInto('erasures')
      .values({ user_id: id, asked_at: now, due_at, begun_at: null, remembered: null })
      .execute();
  const job = await setup.db
    .insertInto('jobs')
    .values({ kind: 'send-mail', payload: MAIL, run_at: now, created_at: now, gave_up_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  // An installation that is already read-only does not wait for servers to notice.
  if (name === 'read-only on') await makeReadOnly(setup.db, SHUT, { mayBeServed: false });
  const meant: Record<string, string> = { USER: username, JOB: String(job.id), FOLDER: temporaryFolder() };
  const given = `${name} ${words}`.split(' ').filter((word) => word !== '');
  const context = { ...setup.context, config: { ...setup.config, ...OF_COMMANDS } };
  const answer = await runCommand(context, [...given.map((word) => meant[word] ?? word), '--json']);
  await run('read-only', 'off');
  expect(JSON.parse(answer)).toEqual(expect.any(Object));
});

test('--help alone, and behind a group, names all commands of it', () => {
  for (const name of ALL)
    expect(helpOf(['--help'])).toContain(
      `npm run admin -- ${name === 'end-sessions' ? 'users end-sessions' : name}`,
    );
  expect(helpOf(['jobs', '--help'])).not.toContain('users list');
  expect(helpOf(['jobs', '--help'])).toContain('jobs drop');
  expect(helpOf(['jobs', 'list', '--help'])).not.toContain('jobs drop');
});

test.each([
  [['jobs', 'lst'], 'jobs list'],
  [['user', 'list'], 'users list'],
  [['mials', 'list'], 'mails list'],
  [['storag'], 'storage USER'],
  [['reset-lnik', 'ada'], 'reset-link USER'],
  [['jobs'], 'jobs retry'],
  [['users', 'delete'], 'users show'],
])('%j is unknown, and the nearest command is named', (words, near) => {
  expect(() => findCommand(words)).toThrow(`There is no command ${words.join(' ')}. Did you mean:`);
  expect(() => findCommand(words)).toThrow(`npm run admin -- ${near}`);
});

test('unknown words near no command are answered with all commands', () => {
  expect(() => findCommand(['frobnicate'])).toThrow('There is no command frobnicate. Commands:');
  expect(() => findCommand(['constructor'])).toThrow('users list');
});

test.each([
  [['users', 'list', '--page', '0'], 'A page is a number from 1 on.'],
  [['users', 'list', '--page', '1e9'], 'A page is a number from 1 on.'],
  [['users', 'list', '--pgae', '1'], "Unknown option '--pgae'"],
  [['users', 'list', 'ada'], '"ada" is too much.'],
  [['users', 'list', '--type', 'robot'], 'The type is freelancer or customer.'],
  [['users', 'find'], 'TEXT must have 1 to 254 characters.'],
  [['users', 'find', 'x'.repeat(64_000)], 'TEXT must have 1 to 254 characters.'],
  [['users', 'show'], 'The name of a user is missing.'],
  [['users', 'show', 'nobody'], 'There is no user nobody.'],
  [['projects', 'list'], 'The name of a user is missing.'],
  [['storage', 'nobody'], 'There is no user nobody.'],
  [['storage', 'recount', 'nobody'], 'There is no user nobody.'],
  [['storage', '--all'], '--all belongs to storage recount.'],
  [['jobs', 'show', '1; drop table jobs'], 'ID must be the number of a job.'],
  [['jobs', 'show', '999'], 'There is no job 999'],
  [['jobs', 'retry'], 'Name one of ID, --kind KIND and --all.'],
  [['jobs', 'retry', '1', '--all'], 'Name one of ID, --kind KIND and --all.'],
  [['jobs', 'retry', '999'], 'There is no job 999 that gave up.'],
  [['jobs', 'drop', '999'], 'There is no job 999 that gave up.'],
  [['mails', 'resend'], 'Name one of ID and --all.'],
  [['mails', 'resend', '999'], 'There is no mail 999 that gave up.'],
])('%j reports the mistake and the usage', async (words, sentence) => {
  await expect(run(...words)).rejects.toThrow(sentence);
  await expect(run(...words)).rejects.toThrow('npm run admin -- ');
});

test('every older command also answers as JSON', async () => {
  const { username } = await setup.createFreelancer();
  const json = async (...words: string[]) => JSON.parse(await run(...words, '--json')) as unknown;
  expect(await json('plans')).toMatchObject([{ code: 'free' }, { code: 'pro' }, { code: 'enterprise' }]);
  expect(await json('files', 'unnamed')).toEqual({ count: 0, bytes: 0, objects: [] });
  expect(await json('grant-storage', username, '3')).toEqual({ username, extra_storage_gb: 3 });
  expect(await json('set-plan', username, 'free')).toEqual({ username, plan: 'free', until: null });
  expect(await json('end-sessions', username)).toEqual({ username, signed_out: true });
  expect(await json('users', 'end-sessions', username)).toEqual({ username, signed_out: true });
  expect(await json('reset-link', username)).toMatchObject({ username });
});

test.each([
  ['\u001b[31mred\u0007', '?[31mred?'],
  ['a\u202egnp.exe\nb', 'a?gnp.exe?b'],
  ['x'.repeat(64_000), `${'x'.repeat(57)}...`],
  ['', '-'],
  [null, '-'],
  [['a', 'b'], 'a, b'],
  [0, '0'],
])('%j is printed in one safe line', (value, line) => {
  expect(printable(value)).toBe(line);
});

test.each([
  ['no\nsuch  user', 'no such user'],
  ['at https://x.example/reset?token=abc now', 'at https://... now'],
  ['key 0123456789abcdef0123456789abcdef refused', 'key ... refused'],
  [' '.repeat(64_000), ''],
])('%j is shown without secrets', (text, shown) => {
  expect(withoutSecrets(text)).toBe(shown);
});
