import type { Locations } from '../../config/config.ts';

/** Names the store of the files, the disk or a bucket, without any secret. */
export function storeNameOf({ s3 }: Pick<Locations, 's3'>): string {
  return s3 ? `the bucket ${s3.bucket} at ${s3.endpoint ?? `AWS (${s3.region})`}` : 'the disk';
}
