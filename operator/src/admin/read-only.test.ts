import { expect, test } from 'vitest';
import { saveInstallation } from '@vitrin/server/database/read-only/state.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { runCommand } from './commands.ts';

const setup = await sharedTestApp({ LOG_LEVEL: 'silent' });
const run = (...words: string[]) => runCommand(setup.context, words);

test('an owner shuts an installation for writes, asks about it and opens it again', async () => {
  const { browser, username } = await setup.createFreelancer();
  const create = async () => (await browser.post('/api/projects/', { name: 'Brand' })).statusCode;
  expect(await run('read-only')).toBe('Writes are let through.');
  expect(await run('read-only', 'on')).toMatch(/^Read only since 2\d{3}-.*nothing changed/);
  expect(await create()).toBe(503);
  expect(JSON.parse(await run('read-only', '--json'))).toMatchObject({ state: 'maintenance' });
  await expect(run('grant-storage', username, '1')).rejects.toThrow('read only');
  expect(await run('read-only', 'off')).toBe('Writes are let through.');
  expect(await create()).toBe(201);
});

test('an installation that is moving or has moved is opened only with --despite-move', async () => {
  const since = '2026-11-24T07:00:00.000Z';
  const moved = { since, move: 'a', moved_to: 'PostgreSQL', files_in: null } as const;
  await saveInstallation(setup.db, { ...moved, state: 'moving' });
  expect(await run('read-only')).toContain('while it moves to PostgreSQL: npm run move goes on with it.');
  await expect(run('read-only', 'off')).rejects.toThrow('errors.move_in_the_way');
  const files_in = 'the bucket b at AWS (us-east-1)';
  await saveInstallation(setup.db, { ...moved, state: 'open', files_in });
  await expect(run('read-only', 'off')).rejects.toThrow('errors.move_in_the_way');
  // Servers already know that the installation moved, so the command does not wait for them.
  await saveInstallation(setup.db, { ...moved, state: 'read-only', files_in });
  expect(await run('read-only', 'on')).toContain('Moved on');
  await expect(run('read-only', 'off')).rejects.toThrow('errors.move_in_the_way');
  expect(await run('read-only', 'off', '--despite-move')).toBe('Writes are let through.');
});

test('too many words are refused', async () => {
  await expect(run('read-only', 'on', 'now')).rejects.toThrow('too much');
  await expect(run('read-only', 'off', '--now')).rejects.toThrow('--now');
});
