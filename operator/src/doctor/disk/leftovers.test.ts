import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { withTemporaryFolder } from '@vitrin/engine/sandbox/temporary-folders.ts';
import { installationOf } from '../../testing/examined.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { examine } from '../doctor.ts';

const setup = await sharedTestApp();
const MIB = 1024 * 1024;

test('the outbox, temporary folders, derived files and the log are named with their size and bound', async () => {
  const outbox = join(setup.context.config.dataDir, 'outbox');
  mkdirSync(outbox, { recursive: true });
  writeFileSync(join(outbox, 'a.eml'), Buffer.alloc(3 * MIB));
  vi.stubEnv('TMPDIR', temporaryFolder());
  const look = () => examine(installationOf(setup), ['leftovers']);
  const findings = await withTemporaryFolder(async (folder) => {
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'deep', 'bytes'), Buffer.alloc(5 * MIB));
    return look();
  });
  vi.unstubAllEnvs();
  expect(findings.map(({ what }) => what)).toEqual([
    expect.stringMatching(/^The outbox holds 1 mails \(3 MiB\), and never more than 2000\.$/),
    expect.stringMatching(/^1 temporary folders of \S+ hold 5 MiB; .+ after two days\.$/),
    expect.stringMatching(/^Pictures and previews made of files take \d+ MiB, within a budget/),
    expect.stringMatching(/^The log goes to standard output, /),
  ]);
});
