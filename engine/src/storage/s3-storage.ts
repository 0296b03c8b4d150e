import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { S3Config } from './s3-config.ts';
import { isMissing, reachable, statusOf, undefinedWhenMissing } from './s3-errors.ts';
import { writeInParts } from './s3-parts-writer.ts';
import { createResumableUploads, objectsBeside } from './s3-resumable.ts';
import { createSpool } from './spooled-parts.ts';
import { MissingObjectError, type Storage } from './storage.ts';

const PART_BYTES = 8 * 1024 * 1024;
const DELETE_BATCH = 1000;
const CONNECT_MILLISECONDS = 5000;
const IDLE_MILLISECONDS = 60_000;
/** Unbounded, unlike the SDK's 50: a stalled reader keeps a connection, and others must not wait for it. */
const CONNECTIONS = { keepAlive: true, maxSockets: Infinity };
/** Longest life of a signed address (specification 6.2). */
const SIGNED_SECONDS = 60;

type S3StorageOptions = {
  /** Smallest part of a resumable upload in bytes; at least the 5 MiB of S3. */
  partBytes?: number;
  listPrefix?: string;
};

/** Objects in an S3-compatible bucket. Parts of uploads wait in nameless files in `folder` until they are sent. */
export function createS3Storage(
  config: S3Config,
  folder: string,
  { partBytes = PART_BYTES, listPrefix: Prefix }: S3StorageOptions = {},
): Storage {
  const { bucket: Bucket } = config;
  const client = new S3Client(clientConfigOf(config));
  const spool = createSpool(folder);
  const writer = { client, bucket: Bucket, partBytes: PART_BYTES, spool };
  const resumable = createResumableUploads({ client, bucket: Bucket, partBytes, spool });

  const sizeOf = async (Key: string) => {
    const head = await client.send(new HeadObjectCommand({ Bucket, Key })).catch(undefinedWhenMissing);
    return head?.ContentLength;
  };
  const deleteKeys = async (keys: readonly string[]) => {
    for (let start = 0; start < keys.length; start += DELETE_BATCH) {
      const Objects = keys.slice(start, start + DELETE_BATCH).map((Key) => ({ Key }));
      const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
      if (Errors.length > 0) throw new Error(`The store kept ${Errors.length} objects: ${Errors[0]?.Code}`);
    }
  };
  /** Aborts multipart uploads of a process that died before the end; only the bucket still lists them. */
  const dropParts = async (key: string) => {
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: key }));
    for (const { Key, UploadId } of Uploads)
      await client
        .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
        .catch(undefinedWhenMissing);
  };
  const offsetOf = async (key: string, durable: number) =>
    (await resumable.offset(key, durable).catch(undefinedWhenMissing)) ?? sizeOf(key);

  return {
    write: (key, source, holder = { tenant: 'server' }) =>
      reachable(async () => {
        const size = await writeInParts(writer, key, source, holder);
        await checkSize(key, size);
        return size;
      }),

    read: (key, { start, end }) =>
      reachable(async () => {
        if (end < start) {
          if ((await sizeOf(key)) === undefined) throw new MissingObjectError(key);
          return Buffer.alloc(0);
        }
        const { Body, ContentLength } = await client
          .send(new GetObjectCommand({ Bucket, Key: key, Range: `bytes=${start}-${end}` }))
          .catch((error: unknown) => {
            if (isMissing(error) || statusOf(error) === 416) throw new MissingObjectError(key);
            throw error;
          });
        if (!(Body instanceof Readable) || ContentLength !== end - start + 1) {
          if (Body instanceof Readable) Body.destroy();
          throw new MissingObjectError(key);
        }
        return Body;
      }),

    size: (key) => reachable(() => sizeOf(key)),
    check: (abortSignal) =>
      reachable(async () => {
        await client.send(new HeadBucketCommand({ Bucket }), { abortSignal });
      }),
    delete: (keys) => reachable(() => deleteKeys(keys)),

    begin: (key, length) => reachable(() => resumable.begin(key, length)),

    append: (key, offset, source, onDurable, holder = { tenant: 'server' }) =>
      reachable(() => resumable.append(key, offset, source, onDurable, holder)),

    offset: (key, durable) => reachable(() => offsetOf(key, durable)),

    complete: (key, length) =>
      reachable(async () => {
        if ((await sizeOf(key)) === undefined) await resumable.join(key, length);
        await checkSize(key, length);
        await deleteKeys(objectsBeside(key));
      }),

    abort: (key) =>
      reachable(async () => {
        await dropParts(key);
        await deleteKeys([key, ...objectsBeside(key)]);
      }),

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
        const { Contents = [], NextContinuationToken } = await reachable(() => client.send(command));
        for (const { Key: key = '', Size: size = 0, LastModified: modified = new Date(0) } of Contents)
          yield { key, size, modified };
        ContinuationToken = NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },

    localPath: () => undefined,
    ...(config.redirect && {
      signedUrl: (Key, { contentDisposition, mediaType }) => {
        const answer = { ResponseContentDisposition: contentDisposition, ResponseContentType: mediaType };
        return getSignedUrl(client, new GetObjectCommand({ Bucket, Key, ...answer }), {
          expiresIn: SIGNED_SECONDS,
        });
      },
    }),

    // A piece of an upload lies in the bucket under the key in its row.
    removeTemporaryBefore: async () => [],
  };

  async function checkSize(key: string, expected: number): Promise<void> {
    const size = await sizeOf(key);
    if (size === expected) return;
    throw new Error(`The store holds ${size} bytes of ${key} instead of ${expected}`);
  }
}

function clientConfigOf({ region, endpoint, accessKeyId, secretAccessKey }: S3Config): S3ClientConfig {
  return {
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Some S3-compatible stores write the SDK's default checksums of streamed bodies into the object itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_MILLISECONDS,
      socketTimeout: IDLE_MILLISECONDS,
      httpAgent: CONNECTIONS,
      httpsAgent: CONNECTIONS,
    },
  };
}
