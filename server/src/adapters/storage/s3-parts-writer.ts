import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { type BlockHolder, releaseBlock } from '../../bytes/block-pool.ts';
import { BlockStream } from '../../bytes/block-stream.ts';
import type { ByteSource } from '../../bytes/byte-source.ts';
import { storeBlocks } from '../../bytes/transfer-blocks.ts';
import type { Spool, SpooledPart } from './spooled-parts.ts';

const BEFORE_SIGNING = { step: 'build' } as const;
const EACH_ATTEMPT = { step: 'finalizeRequest', priority: 'low' } as const;

export type PartsWriter = { client: S3Client; bucket: string; partBytes: number; spool: Spool };

/**
 * Stores what a source yields, as one request where it is smaller than a part; returns its length. When it throws,
 * the store was asked to drop what it has, which it may not have heard.
 */
export async function writeInParts(
  { client, bucket: Bucket, partBytes, spool }: PartsWriter,
  Key: string,
  source: ByteSource,
  holder: BlockHolder,
): Promise<number> {
  const tags: { PartNumber: number; ETag: string | undefined }[] = [];
  let UploadId: string | undefined;
  const send = async (part: SpooledPart) => {
    const size = { ContentLength: part.size };
    if (part.isWhole) {
      const put = new PutObjectCommand({ Bucket, Key, ...size });
      put.middlewareStack.add(withSumOf(part), BEFORE_SIGNING);
      put.middlewareStack.add(withBodyOf(part, holder), EACH_ATTEMPT);
      await client.send(put);
      return;
    }
    UploadId ??= (await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId;
    const upload = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: part.number, ...size });
    upload.middlewareStack.add(withSumOf(part), BEFORE_SIGNING);
    upload.middlewareStack.add(withBodyOf(part, holder), EACH_ATTEMPT);
    const { ETag } = await client.send(upload);
    tags.push({ PartNumber: part.number, ETag });
  };
  try {
    const size = await spool(source, partBytes, send);
    if (UploadId !== undefined) {
      const MultipartUpload = { Parts: tags };
      await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
    }
    return size;
  } catch (error) {
    // What it does not hear of is dropped by the sweeper.
    if (UploadId !== undefined)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
    throw error;
  }
}

type Handler<Args, Result> = (args: Args) => Promise<Result>;

/** The sum that was taken when the bytes arrived is signed: the store refuses others. */
function withSumOf({ sha256 }: SpooledPart) {
  return <Args extends { request: unknown }, Result>(next: Handler<Args, Result>): Handler<Args, Result> =>
    (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = sha256;
      return next(args);
    };
}

/** Each attempt gets a body of its own, read through one block, so that the client may repeat the request. */
function withBodyOf(part: SpooledPart, holder: BlockHolder) {
  return <Args extends { request: unknown }, Result>(next: Handler<Args, Result>): Handler<Args, Result> =>
    async (args) => {
      const block = await storeBlocks.acquire(holder);
      const { bytes, settled } = readThrough(block, part);
      const body = new BlockStream(bytes);
      // The request fails with it.
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
    /** Resolves once nothing is being read into the block any more. */
    settled: () => reading.catch(() => {}),
  };
}
