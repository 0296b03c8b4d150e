import { fstatSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FfmpegCore, FileSystem, FileSystemNode } from '@ffmpeg/core';

/**
 * Process that runs ffmpeg or ffprobe as WebAssembly. Arguments: program, path of the input, path of the output or
 * nothing, FFmpeg's own arguments, for which the input is /dev/fd/0 and the output `output`.
 */
const [, , name = '', inputPath = '', outputPath = '', ...args] = process.argv;

const OUTPUT_BYTES = 64 * 1024;
const [FOLDER, READ_ONLY, WRITABLE] = [0o40_755, 0o100_444, 0o100_644];
const INVALID_ARGUMENT = 28;

// The package expects the global object of a browser's worker.
Object.assign(globalThis, { self: globalThis, location: { href: import.meta.url } });
const { default: createFfmpeg } = await import('@ffmpeg/core');
const output = standardOutput();
const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@ffmpeg/core/wasm')));
const ffmpeg: FfmpegCore = await createFfmpeg({ wasmBinary, stdout: output.put });
const { FS } = ffmpeg;
FS.mkdir('/dev/fd');
FS.mount(oneFile(FS, openSync(inputPath, 'r'), READ_ONLY), {}, '/dev/fd');
if (outputPath !== '') {
  FS.mkdir('/written');
  FS.mount(oneFile(FS, openSync(outputPath, 'w+'), WRITABLE), {}, '/written');
}
// The package does not report the end of ffprobe: an unreadable file has no output.
if (name === 'ffprobe') ffmpeg.ffprobe(...args);
else process.exitCode = ffmpeg.exec(...args);
output.flush();

function standardOutput(): { put: (byte: number | null) => void; flush: () => void } {
  const block = Buffer.alloc(OUTPUT_BYTES);
  let length = 0;
  const flush = () => {
    for (let sent = 0; sent < length; sent += writeSync(1, block, sent, length - sent));
    length = 0;
  };
  const put = (byte: number | null) => {
    if (byte === null) return flush();
    block[length] = byte;
    length += 1;
    if (length === OUTPUT_BYTES) flush();
  };
  return { put, flush };
}

/** A folder in FFmpeg's file system in which every name is one open file. */
function oneFile(files: FileSystem, descriptor: number, mode: number) {
  let { size } = fstatSync(descriptor);
  const attributes = (node: FileSystemNode) => {
    const none = new Date(0);
    const times = { atime: none, mtime: none, ctime: none };
    const owner = { dev: 1, ino: node.id, nlink: 1, uid: 0, gid: 0, rdev: 0 };
    return { ...owner, ...times, mode: node.mode, size, blksize: 4096, blocks: Math.ceil(size / 512) };
  };
  const stream = {
    close: () => 0,
    read: (_: unknown, buffer: Uint8Array, offset: number, length: number, position: number) =>
      readSync(descriptor, buffer, offset, length, position),
    write: (_: unknown, buffer: Uint8Array, offset: number, length: number, position: number) => {
      const written = writeSync(descriptor, buffer, offset, length, position);
      size = Math.max(size, position + written);
      return written;
    },
    llseek: ({ position }: { position: number }, offset: number, whence: number) => {
      const target = offset + ([0, position, size][whence] ?? -1);
      if (target < 0) throw new files.ErrnoError(INVALID_ARGUMENT);
      return target;
    },
  };
  const open = (parent: FileSystemNode, fileName: string): FileSystemNode => {
    const node = files.createNode(parent, fileName, mode, 0);
    node.node_ops = { getattr: attributes, setattr: () => 0 };
    node.stream_ops = stream;
    return node;
  };
  return {
    mount: () => {
      const folder = files.createNode(null, '/', FOLDER, 0);
      folder.node_ops = { lookup: open, mknod: open, getattr: attributes };
      folder.stream_ops = {};
      return folder;
    },
  };
}
