import { PutObjectCommand, type S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { type BlockHolder, releaseBlock } from '../bytes/block-pool.ts';
import { BlockStream } from '../bytes/block-stream.ts';
import { storeBlocks } from '../bytes/transfer-blocks.ts';
import type { SpooledPart } from './spooled-parts.ts';

const BEFORE_SIGNING = { step: 'build' } as const;
const EACH_ATTEMPT = { step: 'finalizeRequest', priority: 'low' } as const;

export type PartsOf = { Bucket: string; Key: string; UploadId: string | undefined };

export async function putObject(
  client: S3Client,
  object: { Bucket: string; Key: string },
  part: SpooledPart,
  holder: BlockHolder,
): Promise<void> {
  const put = new PutObjectCommand({ ...object, ContentLength: part.size });
  put.middlewareStack.add(withSumOf(part), BEFORE_SIGNING);
  put.middlewareStack.add(withBodyOf(part, holder), EACH_ATTEMPT);
  await client.send(put);
}

/** Stores a part of a multipart upload, replacing an earlier one of its number; returns its tag. */
export async function putPart(
  client: S3Client,
  upload: PartsOf,
  number: number,
  part: SpooledPart,
  holder: BlockHolder,
): Promise<string | undefined> {
  const put = new UploadPartCommand({ ...upload, PartNumber: number, ContentLength: part.size });
  put.middlewareStack.add(withSumOf(part), BEFORE_SIGNING);
  put.middlewareStack.add(withBodyOf(part, holder), EACH_ATTEMPT);
  return (await client.send(put)).ETag;
}

type Handler<Args, Result> = (args: Args) => Promise<Result>;

/** Signs the digest taken when the bytes arrived, so that the store refuses any others. */
function withSumOf({ sha256 }: SpooledPart) {
  return <Args extends { request: unknown }, Result>(next: Handler<Args, Result>): Handler<Args, Result> =>
    (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = sha256;
      return next(args);
    };
}

/** Each attempt reads the part anew through one block, so that a failed request can be repeated. */
function withBodyOf(part: SpooledPart, holder: BlockHolder) {
  return <Args extends { request: unknown }, Result>(next: Handler<Args, Result>): Handler<Args, Result> =>
    async (args) => {
      const block = await storeBlocks.acquire(holder);
      const { bytes, settled } = readThrough(block, part);
      const body = new BlockStream(bytes);
      // The request fails with the same error; without a handler it would also end the process.
      body.on('error', () => {});
      try {
        return await next({ ...args, request: Object.assign(args.request as object, { body }) });
      } finally {
        body.destroy();
        await settled();
        releaseBlock(block);
      }
    };
}

function readThrough(block: Buffer, part: SpooledPart) {
  let reading: Promise<unknown> = Promise.resolve();
  const bytes = async function* () {
    for (let offset = 0; offset < part.size;) {
      const read = part.read(block, offset);
      reading = read;
      const length = await read;
      offset += length;
      yield block.subarray(0, length);
    }
  };
  return {
    bytes: bytes(),
    settled: () => reading.catch(() => {}),
  };
}
