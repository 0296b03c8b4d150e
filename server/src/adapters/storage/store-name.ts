import type { Places } from '../../config/config.ts';

/** Names the store that an installation has its files in, without any secret: the disk, or a bucket. */
export function storeNameOf({ s3 }: Pick<Places, 's3'>): string {
  return s3 ? `the bucket ${s3.bucket} at ${s3.endpoint ?? `AWS (${s3.region})`}` : 'the disk';
}
