import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * H: bare node:http. GET pipes the file named by the path from disk, with Range; POST pipes the body to disk and
 * syncs it before the answer. Argument: the folder of the files to serve.
 */
const [folder = '.'] = process.argv.slice(2);
const uploads = mkdtempSync(path.join(tmpdir(), 'vitrin-bench-'));
process.on('exit', () => rmSync(uploads, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));
let uploadCount = 0;

const server = createServer((request, response) => {
  const work = request.method === 'POST' ? upload() : download();
  work.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));

  async function upload() {
    uploadCount += 1;
    const file = path.join(uploads, String(uploadCount));
    await pipeline(request, createWriteStream(file));
    const handle = await open(file, 'r+');
    await handle.sync();
    await handle.close();
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': 2 }).end('{}');
    await rm(file);
  }

  async function download() {
    const file = path.join(folder, path.basename(request.url ?? ''));
    const { size } = await stat(file);
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const [start, end] = range ? [Number(range[1]), Number(range[2])] : [0, size - 1];
    response.writeHead(range ? 206 : 200, {
      'content-type': 'application/octet-stream',
      'content-length': end - start + 1,
      ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
    });
    await pipeline(createReadStream(file, { start, end }), response);
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(`listening on http://127.0.0.1:${address.port}`);
});
