import crypto, { createHash } from 'node:crypto';
import { createWriteStream, existsSync, globSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import S3rver, { type KoaContext } from 's3rver';
import type { S3Config } from '../engine/src/storage/s3-config.ts';

export type S3Server = {
  config: S3Config;
  environment: Record<string, string>;
  stop: () => Promise<void>;
  /** Hangs up on all calls, or on those chosen, until `resume`; stored data stays. */
  pause: (isMeant?: IsMeant) => void;
  resume: () => void;
  /** Keys of whole objects, read from its folder, so that polling takes no time from callers. */
  keys: () => string[];
  /** Bytes of finished parts of uploads that are not joined yet. */
  partBytes: () => number;
  /** Number of multipart uploads that are neither completed nor aborted. */
  openUploads: () => number;
};

type IsMeant = (call: { method: string; path: string; query: Record<string, string> }) => boolean;

const BUCKET = 'vitrin';
const KEY_ID = 'S3RVER';
const SECRET = 'S3RVER';
/** Ending of the file that s3rver writes last of an object. */
const METADATA = '._S3rver_metadata.json';
const PARTS_FOLDER = '._S3rver_uploads';

// s3rver seals the token of a list's next page by DES, which OpenSSL 3 has only as triple DES: with one key three times over
// the two are the same. Without it a list of more than 1,000 objects fails.
const { createCipheriv, createDecipheriv } = crypto;
const SINGLE_DES = 'des';
const TRIPLE_DES = 'des-ede3-cbc';
crypto.createCipheriv = ((name: string, key: Buffer, ...rest: [Buffer]) =>
  name === SINGLE_DES
    ? createCipheriv(TRIPLE_DES, Buffer.concat([key, key, key]), ...rest)
    : createCipheriv(name, key, ...rest)) as typeof createCipheriv;
crypto.createDecipheriv = ((name: string, key: Buffer, ...rest: [Buffer]) =>
  name === SINGLE_DES
    ? createDecipheriv(TRIPLE_DES, Buffer.concat([key, key, key]), ...rest)
    : createDecipheriv(name, key, ...rest)) as typeof createDecipheriv;

/** An S3 server on loopback with an empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'vitrin-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  answerWhenWritten(server.store);
  server.middleware.unshift((context, next) => answerPartCalls(directory, context, next));
  let isAway: IsMeant = () => false;
  server.middleware.unshift(async (context, next) => {
    if (isAway(context)) context.req.socket.destroy();
    else await next();
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    config: {
      bucket: BUCKET,
      region: 'us-east-1',
      endpoint,
      accessKeyId: KEY_ID,
      secretAccessKey: SECRET,
      redirect: false,
    },
    environment: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: SECRET,
    },
    pause(isMeant = () => true) {
      isAway = isMeant;
    },
    resume() {
      isAway = () => false;
    },
    keys: () =>
      globSync(`**/*${METADATA}`, { cwd: join(directory, BUCKET) }).map((name) =>
        name.slice(0, -METADATA.length),
      ),
    partBytes() {
      const folder = join(directory, BUCKET, PARTS_FOLDER);
      if (!existsSync(folder)) return 0;
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const finished = names.filter((name) => names.includes(`${name}.md5`));
      return finished.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    },
    openUploads() {
      const folder = join(directory, BUCKET, PARTS_FOLDER);
      return existsSync(folder) ? readdirSync(folder).length : 0;
    },
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** s3rver itself answers when it has read an object or part, and some of it may not be in its file by then. */
function answerWhenWritten(store: S3rver['store']): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const stored = await writeWhole(store.getResourcePath(bucket, key, 'object'), content);
    await store.putMetadata(bucket, key, metadata, stored.md5);
    return stored;
  };
  store.putPart = async (bucket, uploadId, part, content) => {
    const file = join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId, String(part));
    const stored = await writeWhole(file, content);
    await writeFile(`${file}.md5`, stored.md5);
    return stored;
  };
}

async function writeWhole(file: string, content: Buffer | Readable) {
  await mkdir(dirname(file), { recursive: true });
  const md5 = createHash('md5');
  let size = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      md5.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(
    Buffer.isBuffer(content) ? Readable.from([content]) : content,
    counted,
    createWriteStream(file),
  );
  return { size, md5: md5.digest('hex') };
}

/** s3rver lacks ListMultipartUploads, ListParts and AbortMultipartUpload; these work on its folder of parts. */
async function answerPartCalls(directory: string, context: KoaContext, next: () => Promise<void>) {
  if ('uploads' in context.query && context.method === 'GET') return listUploads(directory, context);
  const { uploadId } = context.query;
  if (!uploadId || (context.method !== 'GET' && context.method !== 'DELETE')) return next();
  const folder = join(directory, BUCKET, PARTS_FOLDER, uploadId);
  const names = await readdir(folder).catch(() => undefined);
  context.type = 'application/xml';
  if (!names) {
    context.status = 404;
    context.body = '<Error><Code>NoSuchUpload</Code><Message>No such upload</Message></Error>';
    return;
  }
  if (context.method === 'DELETE') {
    await rm(folder, { recursive: true });
    context.status = 204;
    return;
  }
  // A part that was cut off has no digest yet and does not count.
  const numbers = names.filter((name) => /^\d+$/.test(name) && names.includes(`${name}.md5`));
  const parts = await Promise.all(numbers.map((number) => describePart(folder, number)));
  context.body = `<?xml version="1.0"?><ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`;
}

async function listUploads(directory: string, context: KoaContext) {
  const folder = join(directory, BUCKET, PARTS_FOLDER);
  const ids = await readdir(folder).catch(() => []);
  const uploads = await Promise.all(
    ids.map(async (id) => {
      const key = await readFile(join(folder, id, 'key'), 'utf8');
      if (!key.startsWith(context.query['prefix'] ?? '')) return '';
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`;
    }),
  );
  context.type = 'application/xml';
  context.body = `<?xml version="1.0"?><ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`;
}

async function describePart(folder: string, number: string): Promise<string> {
  const { size } = await stat(join(folder, number));
  const md5 = await readFile(join(folder, `${number}.md5`), 'utf8');
  return `<Part><PartNumber>${number}</PartNumber><ETag>&quot;${md5}&quot;</ETag><Size>${size}</Size></Part>`;
}
