import type { Unzipped } from 'fflate';
import { contentOf, countOf, folded, signOf } from './open-document.ts';
import type { Cell } from './office-content.ts';
import { attributeOf } from './xml.ts';

/** Most times that one element repeats its row or cell; a document may state a million. */
const MOST_REPEATED = 1000;
/** Cells and rows of all sheets together, far more than are shown. */
const MOST_CELLS = 200_000;

type OpenSheet = { name: string; rows: Cell[][] };

/** The tables of an ods with the values as they are stored; empty rows and cells at the ends are left out. */
export function readOpenSheets(parts: Unzipped): OpenSheet[] {
  const sheets: OpenSheet[] = [];
  let cells = 0;
  let [row, rowCount]: [Cell[], number] = [[], 1];
  // Empty cells at the end of a row fill it to the last column, so each waits for one with a value behind it.
  let empty = 0;
  let cell: { attributes: string; text: string; paragraphs: number } | undefined;
  const add = () => {
    if (!cell || cells > MOST_CELLS) return;
    const value = valueOf(cell.attributes, cell.text);
    const count = countOf(cell.attributes, 'table:number-columns-repeated', MOST_REPEATED);
    cell = undefined;
    if (value === null) {
      empty += count;
      return;
    }
    const before = Math.min(empty, MOST_REPEATED);
    row.push(...Array.from({ length: before + count }, (_, index) => (index < before ? null : value)));
    empty = 0;
    cells += before + count;
  };
  for (const piece of contentOf(parts)) {
    if (piece.kind === 'text') {
      if (cell && cell.paragraphs > 0) cell.text += folded(piece.text);
      continue;
    }
    const { kind, name, attributes } = piece;
    if (name === 'table:table' && kind !== 'close')
      sheets.push({ name: attributeOf(attributes, 'table:name') ?? '', rows: [] });
    else if (name === 'table:table-row' && kind === 'open') {
      [row, empty] = [[], 0];
      rowCount = countOf(attributes, 'table:number-rows-repeated', MOST_REPEATED);
    } else if (name === 'table:table-row') {
      const rows = sheets.at(-1)?.rows ?? [];
      for (let index = 0; index < rowCount && (cells += 1) <= MOST_CELLS; index += 1) rows.push(row);
      if (cells > MOST_CELLS) break;
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      if (kind !== 'close') cell = { attributes, text: '', paragraphs: 0 };
      if (kind !== 'open') add();
    } else if (name === 'text:p' && kind !== 'close' && cell) {
      if (cell.paragraphs > 0) cell.text += '\n';
      cell.paragraphs += 1;
    } else if (cell && kind !== 'close') cell.text += signOf(piece) ?? '';
  }
  if (sheets.length === 0) throw new Error('The document has no sheets');
  return sheets.map(({ name, rows }) => ({
    name,
    rows: rows.slice(0, rows.findLastIndex(({ length }) => length > 0) + 1),
  }));
}

function valueOf(attributes: string, text: string): Cell {
  switch (attributeOf(attributes, 'office:value-type')) {
    case 'float':
    case 'percentage':
    case 'currency':
      return numberOf(attributeOf(attributes, 'office:value')) ?? text;
    case 'boolean':
      return attributeOf(attributes, 'office:boolean-value') === 'true';
    case 'date':
      return dateOf(attributeOf(attributes, 'office:date-value') ?? '') ?? text;
    default:
      return text === '' ? null : text;
  }
}

function numberOf(text: string | undefined): number | undefined {
  const number = Number(text === undefined || text === '' ? Number.NaN : text);
  return Number.isFinite(number) ? number : undefined;
}

/** Dates of cells have no zone. */
function dateOf(text: string): Date | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?/.exec(text);
  const date = new Date(`${parts?.[1] ?? ''}T${parts?.[2] ?? '00:00:00'}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
