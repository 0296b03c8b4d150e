declare module 's3rver' {
  import type { IncomingMessage } from 'node:http';
  import type { AddressInfo } from 'node:net';

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

  export default class S3rver {
    constructor(options: Options);
    middleware: ((context: KoaContext, next: () => Promise<void>) => Promise<void>)[];
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
