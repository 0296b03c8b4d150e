import startSevenZip from '7z-wasm';
import program from '7z-wasm/7zz.wasm?url';
import { limitMemory } from './limit-memory.ts';
import { type Listing, type PackedFormat, listArchive } from './list-archive.ts';
import { createPartReader } from './part-reader.ts';

export type ListQuestion = { address: string; size: number; format: PackedFormat };

/** Milliseconds after which a list ends with the entries found. */
const MAX_MS = 10_000;
const MOST_MEMORY_BYTES = 256 * 1024 * 1024;

limitMemory(MOST_MEMORY_BYTES);

addEventListener('message', ({ data: { address, size, format } }: MessageEvent<ListQuestion>) => {
  const end = performance.now() + MAX_MS;
  const isLate = () => performance.now() > end;
  const reader = createPartReader(size, (from, to) => readPart(address, from, to), isLate);
  const start: typeof startSevenZip = (options) => startSevenZip({ ...options, locateFile: () => program });
  listArchive(start, reader, format, isLate).then(send, (error: unknown) => send({ error: String(error) }));
});

/** 7-Zip reads as it goes and waits for nothing, which is possible in a thread alone. */
function readPart(address: string, start: number, end: number): Uint8Array {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.responseType = 'arraybuffer';
  request.setRequestHeader('range', `bytes=${start}-${end - 1}`);
  request.send();
  if (request.status !== 206) throw new Error(`A part of the archive came with ${request.status}`);
  return new Uint8Array(request.response as ArrayBuffer);
}

function send(answer: Listing | { error: string }): void {
  postMessage(answer);
}
