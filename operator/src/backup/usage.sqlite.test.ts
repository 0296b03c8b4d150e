import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runBackupHere } from '../testing/backup/processes.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const target = temporaryFolder();

test('wrong use prints the usage', async () => {
  for (const words of [[], ['restore'], ['backup', 'a', 'b'], ['restore', target, '--at', 'soon']])
    expect(await runBackupHere(words, {})).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/npm run \w+ -- (FROM|TO)/),
    });
  expect(await runBackupHere(['restore', target, '--at', 'yesterday'], {})).toMatchObject({
    err: expect.stringMatching(/^--at yesterday is no time in UTC, such as /),
  });
  const help = await runBackupHere(['restore', '--help'], {});
  expect(help).toMatchObject({ code: 0, out: expect.stringMatching(/--at TIME/) });
  const nothing = await runBackupHere(['restore', join(target, 'none')], { DATA_DIR: target });
  expect(nothing).toMatchObject({ code: 1, err: `There are no backups in ${join(target, 'none')}.\n` });
});
