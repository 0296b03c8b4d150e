import { zipSync } from 'fflate';
import type { Cell, OfficeContent, Sheet } from './office-content.ts';
import type { OfficeFormat } from './office-format.ts';
import { readOpenSheets } from './read-open-sheets.ts';
import { readOpenSlides } from './read-open-slides.ts';
import { readOpenWords } from './read-open-words.ts';
import { readSlides } from './read-slides.ts';
import { unpack } from './unpack.ts';

const MAX_HTML = 16 * 1024 * 1024;
/** Tags of words that a phone draws without a long pause: a book of a thousand pages has fewer. */
const MAX_TAGS = 200_000;
const MAX_SHEETS = 30;
const MAX_ROWS = 500;
const MAX_COLUMNS = 60;
/** Cells of all sheets together. */
const MAX_CELLS = 30_000;
const MAX_CELL = 5000;

/** Reads the words, tables and pictures of an office document; rejects where it is broken or too large. */
export async function readOffice(format: OfficeFormat, bytes: Uint8Array): Promise<OfficeContent> {
  const parts = unpack(bytes);
  if (format === 'pptx') return { kind: 'slides', slides: readSlides(parts) };
  if (format === 'odp') return { kind: 'slides', slides: readOpenSlides(parts) };
  if (format === 'odt') return { kind: 'words', html: readOpenWords(parts, MAX_HTML) };
  if (format === 'ods') return { kind: 'sheets', sheets: boundedSheets(readOpenSheets(parts)) };
  // The libraries unpack by themselves; of parts that are stored as they are, no more can come.
  const { buffer } = zipSync(parts, { level: 0 });
  if (format === 'docx') return { kind: 'words', html: await readWords(buffer) };
  const { default: readExcel } = await import('read-excel-file/universal');
  const sheets = await readExcel(buffer);
  return {
    kind: 'sheets',
    sheets: boundedSheets(sheets.map(({ sheet, data }) => ({ name: sheet, rows: data }))),
  };
}

function boundedSheets(sheets: readonly { name: string; rows: readonly (readonly unknown[])[] }[]): Sheet[] {
  let left = MAX_CELLS;
  return sheets.slice(0, MAX_SHEETS).map(({ name, rows: all }) => {
    const width = all.reduce((most, row) => Math.max(most, row.length), 0);
    const columns = Math.min(width, MAX_COLUMNS);
    const rows = all.slice(0, Math.min(MAX_ROWS, Math.floor(left / Math.max(1, columns))));
    left -= rows.length * columns;
    return {
      name,
      rows: rows.map((row) => row.slice(0, columns).map(cellOf)),
      isCut: all.length > rows.length || width > columns,
    };
  });
}

async function readWords(arrayBuffer: ArrayBuffer): Promise<string> {
  const { default: mammoth } = await import('mammoth/mammoth.browser.min.js');
  const { value } = await mammoth.convertToHtml({ arrayBuffer });
  if (value.length > MAX_HTML || value.split('<', MAX_TAGS + 1).length > MAX_TAGS)
    throw new Error('The document is too large to be shown');
  // The heads of tables and small headings are no elements of texts here.
  return value.replaceAll(/<(\/?)h[56]>/g, '<$1h4>').replaceAll(/<\/?thead>/g, '');
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'string') return value.slice(0, MAX_CELL);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value : null;
}
