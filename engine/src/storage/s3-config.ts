/** Address and credentials of a bucket. */
export type S3Config = {
  bucket: string;
  region: string;
  /** Undefined: that of AWS in the region. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  /** Storage.signedUrl gives addresses, so that whole objects are read past the server. */
  redirect: boolean;
};
