import { expect, test } from 'vitest';
import { PASSWORD } from '@vitrin/server/testing/accounts.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { helpOf, runCommand } from '../commands.ts';

const setup = await sharedTestApp();
const run = (...words: string[]) => runCommand(setup.context, words);

test('pending deletions are listed, and cancelled by name', async () => {
  expect(await run('erasures', 'list')).toBe('No account is going to be deleted.');
  const { browser, email } = await setup.registerAccount('leaver');
  await browser.post('/api/account/erasure/', { password: PASSWORD });
  // The command's mail has another tenant, so it may overtake this one where both wait.
  await setup.runJobs();
  expect(await run('erasures', 'list')).toMatch(
    /^user\s+type\s+asked\s+deleted on\s+begun\nleaver\s+freelancer/,
  );
  const listed = JSON.parse(await run('erasures', 'list', '--json')) as { count: number; results: unknown[] };
  expect(listed).toMatchObject({ count: 1, results: [{ username: 'leaver', begun_at: null }] });
  expect(await run('erasures', 'keep', email.toUpperCase())).toBe('leaver stays.');
  await setup.runJobs();
  expect(setup.mails.at(-1)?.subject).toBe('Your account stays');
  await expect(run('erasures', 'keep', 'leaver')).rejects.toThrow('account.not_leaving');
});

test('an account is deleted at once, but not without --yes', async () => {
  await setup.registerAccount('goner');
  await expect(run('erasures', 'now', 'goner')).rejects.toThrow('add --yes');
  await setup.runJobs();
  expect(await run('users', 'find', 'goner')).toContain('goner');
  expect(await run('erasures', 'now', 'goner', '--yes', '--json')).toContain('"erased": true');
  await setup.runJobs();
  expect(await run('users', 'find', 'goner')).not.toContain('freelancer');
  await expect(run('erasures', 'now', 'nobody', '--yes')).rejects.toThrow('There is no user nobody.');
});

test('each command prints its usage', () => {
  for (const command of ['list', 'keep', 'now'])
    expect(helpOf(['erasures', command, '--help'])).toContain(`npm run admin -- erasures ${command}`);
});
