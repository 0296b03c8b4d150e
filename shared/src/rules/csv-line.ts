/** A first character by which a spreadsheet takes a cell for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Spreadsheets read a text that begins with it as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A line of a table as CSV (RFC 4180): cells in quotes, an apostrophe before what a spreadsheet would carry out. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
