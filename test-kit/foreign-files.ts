import { fileURLToPath } from 'node:url';
import { makeFilm } from './make-film.ts';
import { sampleFile } from './sample-files/sample-file.ts';

/** A pdf as some programs save it: behind the head of the answer that it came with. */
export function pdfBehindAnswer(): Buffer<ArrayBuffer> {
  const head = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n\xff', 'latin1');
  return Buffer.concat([head, sampleFile('brand-guide.pdf')]);
}

/** A page with the word 請求書 in a font of Japanese letters that the document names only. */
export function japanesePdf(): Buffer<ArrayBuffer> {
  const font = '/BaseFont/Ryumin-Light/Encoding/90ms-RKSJ-H';
  const info = '/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>';
  const words = 'BT /F 40 Tf 20 200 Td <90bf8b818f91> Tj ET';
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 450]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length ${words.length}>>stream
${words}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type0${font}/DescendantFonts[6 0 R]>>endobj
6 0 obj<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light${info}>>endobj
trailer<</Root 1 0 R>>
%%EOF`);
}

/** HEVC in the container of an iPhone, with a variable frame rate as in a screen recording. */
export function screencast(): Buffer<ArrayBuffer> {
  const source = fileURLToPath(new URL('./sample-files/film-hevc.mkv', import.meta.url));
  const times = "setts=ts='TS+floor(N/10)*DURATION'";
  return makeFilm(
    'screencast.mov',
    ['-i', 'file:/dev/fd/0', '-c', 'copy', '-tag:v', 'hvc1', '-bsf:v', times],
    source,
  );
}

/** 図面/請求書.txt and 図面.pdf in Shift-JIS, as Windows in Japan writes names into a zip. */
const JAPANESE_NAMES = ['907d96ca2f90bf8b818f912e747874', '907d96ca2e706466'];

/** A zip of empty files, which names them in Shift-JIS and does not say so. */
export function japaneseZip(): Buffer<ArrayBuffer> {
  const names = JAPANESE_NAMES.map((name) => Buffer.from(name, 'hex'));
  const files = names.map((name) => record(0x04_03_4b_50, 30, 26, name));
  const starts = files.map((_, at) => files.slice(0, at).reduce((sum, { length }) => sum + length, 0));
  const list = names.map((name, at) => {
    const entry = record(0x02_01_4b_50, 46, 28, name);
    entry.writeUInt32LE(starts[at] ?? 0, 42);
    return entry;
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(list).length, 12);
  end.writeUInt32LE(Buffer.concat(files).length, 16);
  return Buffer.concat([...files, ...list, end]);
}

/** A head of a zip with its name behind it; all else of an empty file is zero. */
function record(signature: number, length: number, lengthOfNameAt: number, name: Buffer): Buffer {
  const head = Buffer.alloc(length);
  head.writeUInt32LE(signature, 0);
  head.writeUInt16LE(name.length, lengthOfNameAt);
  return Buffer.concat([head, name]);
}
