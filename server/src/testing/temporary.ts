import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import { type S3Server, startS3Server } from '../../../test-kit/s3-server.ts';

/** Runs `end` after the test that is running, or after all tests of the file where it is called at the top of one. */
export function afterwards(end: () => unknown): void {
  const hook = async () => void (await end());
  if (TestRunner.getCurrentTest()) onTestFinished(hook);
  else afterAll(hook);
}

/** An empty folder that is removed afterwards, see above. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrin-test-'));
  afterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A server with an empty bucket that is stopped afterwards, see above. */
export async function temporaryBucket(): Promise<S3Server> {
  const s3 = await startS3Server();
  afterwards(() => s3.stop());
  return s3;
}
