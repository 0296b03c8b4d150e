import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type Part,
  PutObjectCommand,
  paginateListParts,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { z } from 'zod';
import type { BlockHolder } from '../bytes/block-pool.ts';
import type { ByteSource } from '../bytes/byte-source.ts';
import { undefinedWhenMissing } from './s3-errors.ts';
import { type PartsOf, putObject, putPart } from './s3-part-requests.ts';
import type { Spool, SpooledPart } from './spooled-parts.ts';
import type { OnDurable } from './storage.ts';

/** Limit of S3 for one object. */
const MAX_PARTS = 10_000;
/** Limit of S3, except for the last part of an object. */
const MIN_PART_BYTES = 5 * 1024 * 1024;

type Store = { client: S3Client; bucket: string; partBytes: number; spool: Spool };

/**
 * Resumable uploads as multipart uploads. The object `.info` names the multipart upload and the whole length; `.part`
 * keeps the rest that is too small for a part.
 */
export function createResumableUploads({ client, bucket: Bucket, partBytes, spool }: Store) {
  const minPartBytes = Math.min(partBytes, MIN_PART_BYTES);

  const find = async (Key: string): Promise<{ upload: PartsOf; length: number }> => {
    const { Metadata, Body } = await client.send(new GetObjectCommand({ Bucket, Key: infoKeyOf(Key) }));
    const { size } = info.parse(JSON.parse((await Body?.transformToString()) ?? ''));
    return { upload: { Bucket, Key, UploadId: Metadata?.['upload-id'] }, length: size };
  };
  const restSizeOf = async (key: string): Promise<number> => {
    const head = new HeadObjectCommand({ Bucket, Key: restKeyOf(key) });
    return (await client.send(head).catch(undefinedWhenMissing))?.ContentLength ?? 0;
  };
  const deleteRest = (key: string) => client.send(new DeleteObjectCommand({ Bucket, Key: restKeyOf(key) }));
  /** Yields the rest and then `source`; deletes the rest once its bytes are taken. */
  const continued = async function* (key: string, source: ByteSource): ByteSource {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: restKeyOf(key) }));
    yield* Body as unknown as ByteSource;
    await deleteRest(key);
    yield* source;
  };

  return {
    async begin(Key: string, length: number): Promise<void> {
      const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      const Body = JSON.stringify({ size: length } satisfies z.infer<typeof info>);
      const Metadata = { 'upload-id': UploadId };
      await client.send(new PutObjectCommand({ Bucket, Key: infoKeyOf(Key), Body, Metadata }));
    },

    /**
     * Like Storage.offset, but fails with a 404 once the object exists. The rest counts only if it ends at `durable`,
     * so that the rest of a failed append is never used.
     */
    async offset(key: string, durable: number): Promise<number> {
      const { upload } = await find(key);
      const end = sizeOf(within(await listParts(client, upload), durable));
      return end + (await restSizeOf(key)) === durable ? durable : end;
    },

    async append(
      key: string,
      offset: number,
      source: ByteSource,
      onDurable: OnDurable | undefined,
      holder: BlockHolder,
    ): Promise<number> {
      const { upload, length } = await find(key);
      const parts = within(await listParts(client, upload), offset);
      const start = sizeOf(parts);
      const rest = await restSizeOf(key);
      const isContinued = rest > 0 && start + rest === offset;
      if (isContinued) await onDurable?.(start);
      else if (rest > 0) await deleteRest(key);

      const before = parts.at(-1)?.PartNumber ?? 0;
      const progress = createProgress(start, onDurable);
      const send = async (part: SpooledPart) => {
        if (part.size === 0) return;
        const end = progress.end + part.size;
        if (part.size < minPartBytes && end < length)
          await putObject(client, { Bucket, Key: restKeyOf(key) }, part, holder);
        else await progress.report(end, putPart(client, upload, before + part.number, part, holder));
      };
      const bytes = isContinued ? continued(key, source) : source;
      return start + (await spool(bytes, partBytesOf(length), send));
    },

    async join(key: string, length: number): Promise<void> {
      const { upload } = await find(key);
      const parts = within(await listParts(client, upload), length);
      const size = sizeOf(parts);
      if (size !== length) throw new Error(`The store holds ${size} bytes of ${key} instead of ${length}`);
      const Parts = parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }));
      if (Parts.length === 0) {
        // S3 wants at least one part, also for an empty object.
        const empty = new UploadPartCommand({ ...upload, PartNumber: 1, Body: '' });
        Parts.push({ PartNumber: 1, ETag: (await client.send(empty)).ETag });
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    },
  };

  function partBytesOf(length: number): number {
    return Math.max(partBytes, Math.ceil(length / MAX_PARTS));
  }
}

export function objectsBeside(key: string): string[] {
  return [infoKeyOf(key), restKeyOf(key)];
}

function infoKeyOf(key: string): string {
  return `${key}.info`;
}

function restKeyOf(key: string): string {
  return `${key}.part`;
}

const info = z.object({ size: z.int() });

/** Reports how far an upload is durable: of two parts under way, the later counts once the earlier is stored. */
function createProgress(start: number, onDurable: OnDurable | undefined) {
  let reported = Promise.resolve();
  const progress = {
    end: start,
    report(end: number, stored: Promise<unknown>): Promise<void> {
      progress.end = end;
      const before = reported;
      reported = (async () => {
        await stored;
        await before;
        await onDurable?.(end);
      })();
      return reported;
    },
  };
  return progress;
}

async function listParts(client: S3Client, upload: PartsOf): Promise<Part[]> {
  const pages = await Array.fromAsync(paginateListParts({ client }, upload));
  const parts = pages.flatMap(({ Parts = [] }) => Parts);
  return parts.toSorted((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0));
}

/** Parts that end at or before `length`; later ones of a failed append are overwritten. */
function within(parts: readonly Part[], length: number): Part[] {
  const found: Part[] = [];
  let end = 0;
  for (const part of parts) {
    end += part.Size ?? 0;
    if (end > length) break;
    found.push(part);
  }
  return found;
}

function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { Size = 0 }) => sum + Size, 0);
}
