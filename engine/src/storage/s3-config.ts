export type S3Config = {
  bucket: string;
  region: string;
  /** The AWS endpoint of the region if undefined. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  /** True if clients download whole objects from the bucket (Storage.signedUrl). */
  redirect: boolean;
};
