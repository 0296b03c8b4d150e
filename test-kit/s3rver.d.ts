declare module 's3rver' {
  import type { IncomingMessage } from 'node:http';
  import type { AddressInfo } from 'node:net';
  import type { Readable } from 'node:stream';

  type Options = {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs: string[] }[];
  };

  /** The fields of koa's context that our middleware uses. */
  export type KoaContext = {
    req: IncomingMessage;
    method: string;
    path: string;
    query: Record<string, string>;
    status: number;
    type: string;
    body: unknown;
  };

  type Stored = { size: number; md5: string };
  type Metadata = Record<string, string>;

  /** Store of objects and parts; our server changes some of its methods. */
  type Store = {
    getResourcePath(bucket: string, key: string | undefined, resource: 'object' | 'uploads'): string;
    putMetadata(bucket: string, key: string, metadata: Metadata, md5: string): Promise<void>;
    putObject(object: {
      bucket: string;
      key: string;
      content: Buffer | Readable;
      metadata: Metadata;
    }): Promise<Stored>;
    putPart(bucket: string, uploadId: string, part: number, content: Readable): Promise<Stored>;
  };

  export default class S3rver {
    constructor(options: Options);
    store: Store;
    middleware: ((context: KoaContext, next: () => Promise<void>) => Promise<void>)[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
