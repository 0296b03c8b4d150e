import { type S3Server, startS3Server } from '../../../test-kit/s3-server.ts';
import { afterwards } from './temporary.ts';

/** A server with an empty bucket that is stopped after the test, or after all tests of the file. */
export async function temporaryBucket(): Promise<S3Server> {
  const s3 = await startS3Server();
  afterwards(() => s3.stop());
  return s3;
}
