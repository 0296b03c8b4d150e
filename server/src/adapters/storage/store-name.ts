import type { Locations } from '../../config/config.ts';

/** Without any secret. */
export function storeNameOf({ s3 }: Pick<Locations, 's3'>): string {
  return s3 ? `the bucket ${s3.bucket} at ${s3.endpoint ?? `AWS (${s3.region})`}` : 'the disk';
}
