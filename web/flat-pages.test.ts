import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withFlatPages } from './flat-pages.ts';

const WORKER = readFileSync(
  fileURLToPath(import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.min.mjs')),
  'utf8',
);
const CHUNK_BYTES = 32 * 1024;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vitrin-pdf-'));
  const file = path.join(folder, 'worker.mjs');
  writeFileSync(file, withFlatPages(WORKER));
  pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(file).href;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A document with `pages` as its page nodes, the objects from number 4 on; `gap` bytes follow each. */
function documentOf(pages: readonly string[], top: string, gap = 0): Uint8Array {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', `<</Type/Pages${top}>>`, 'null', ...pages];
  const offsets: number[] = [];
  let body = '%PDF-1.4\n';
  for (const [at, object] of objects.entries()) {
    offsets.push(body.length);
    body += `${at + 1} 0 obj${object}endobj\n${at < 3 ? '' : '%'.repeat(gap)}\n`;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Root 1 0 R/Size ${size}>>\nstartxref\n${body.length}\n%%EOF`;
  return new TextEncoder().encode(`${body}${end}`);
}

const pageOf = (width: number) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} 100]>>`;
const listed = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(' ');

/** Opens a document by ranges and looks at pages; returns their widths and how many bytes were asked for. */
async function look(bytes: Uint8Array, pages: readonly number[]) {
  let asked = 0;
  const transport = new pdfjs.PDFDataRangeTransport(bytes.length, null);
  transport.requestDataRange = (begin: number, end: number) => {
    asked += end - begin;
    queueMicrotask(() => transport.onDataRange(begin, bytes.slice(begin, end)));
  };
  const task = pdfjs.getDocument({
    range: transport,
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    verbosity: 0,
  });
  const opened = await task.promise;
  const widths: number[] = [];
  for (const page of pages) widths.push((await opened.getPage(page)).getViewport({ scale: 1 }).width);
  await task.destroy();
  return { asked, widths, count: opened.numPages };
}

test('a list of 300 pages is read only where the viewer looks', async () => {
  const pages = Array.from({ length: 300 }, (_, at) => pageOf(at + 1));
  const top = `/Kids[${listed(pages.map((_, at) => at + 4))}]/Count 300`;
  const { asked, widths, count } = await look(documentOf(pages, top, 40_000), [1, 150, 300]);
  expect(widths).toEqual([1, 150, 300]);
  expect(count).toBe(300);
  expect(asked).toBeLessThan(15 * CHUNK_BYTES);
});

test('a list that is no list of pages is read as a tree', async () => {
  const group = (kids: readonly number[], count: number) =>
    `<</Type/Pages/Parent 2 0 R/Kids[${listed(kids)}]/Count ${count}>>`;
  // Two groups and two pages: as many pages as children, in other places.
  const nodes = [group([], 0), pageOf(11), group([8, 9], 2), pageOf(14), pageOf(12), pageOf(13)];
  const top = `/Kids[${listed([4, 5, 6, 7])}]/Count 4`;
  expect(await look(documentOf(nodes, top), [1, 2, 3, 4])).toMatchObject({ widths: [11, 12, 13, 14] });
});

test('a long list with a group as its last child is read as a tree', async () => {
  const pages = Array.from({ length: 39 }, (_, at) => pageOf(at + 1));
  const nodes = [...pages, `<</Type/Pages/Parent 2 0 R/Kids[44 0 R]/Count 1>>`, pageOf(40)];
  const top = `/Kids[${listed(nodes.slice(0, -1).map((_, at) => at + 4))}]/Count 40`;
  expect(await look(documentOf(nodes, top), [1, 39, 40])).toMatchObject({ widths: [1, 39, 40], count: 40 });
});

test('the thread of another version is refused', () => {
  expect(() => withFlatPages('another thread')).toThrow('in another way');
});
