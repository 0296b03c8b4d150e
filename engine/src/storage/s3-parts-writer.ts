import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { BlockHolder } from '../bytes/block-pool.ts';
import type { ByteSource } from '../bytes/byte-source.ts';
import { putObject, putPart } from './s3-part-requests.ts';
import type { Spool, SpooledPart } from './spooled-parts.ts';

type PartsWriter = { client: S3Client; bucket: string; partBytes: number; spool: Spool };

/**
 * Stores a source, in one request if it is smaller than a part; returns its length. A failure asks the store to delete
 * the parts, which may fail too.
 */
export async function writeInParts(
  { client, bucket: Bucket, partBytes, spool }: PartsWriter,
  Key: string,
  source: ByteSource,
  holder: BlockHolder,
): Promise<number> {
  const tags: { PartNumber: number; ETag: string | undefined }[] = [];
  let beginning: Promise<string | undefined> | undefined;
  const begin = async () => (await client.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId;
  const send = async (part: SpooledPart) => {
    if (part.isWhole) return putObject(client, { Bucket, Key }, part, holder);
    beginning ??= begin();
    const upload = { Bucket, Key, UploadId: await beginning };
    tags.push({ PartNumber: part.number, ETag: await putPart(client, upload, part.number, part, holder) });
  };
  try {
    const size = await spool(source, partBytes, send);
    if (beginning) {
      const UploadId = await beginning;
      const MultipartUpload = { Parts: tags.toSorted((a, b) => a.PartNumber - b.PartNumber) };
      await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
    }
    return size;
  } catch (error) {
    const UploadId = await beginning?.catch(() => undefined);
    // Parts that this request fails to delete are removed by the sweeper.
    if (UploadId !== undefined)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {});
    throw error;
  }
}
