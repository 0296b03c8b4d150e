/** First characters by which a spreadsheet recognises a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Makes spreadsheets read a text as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Line of a table as CSV (RFC 4180): quoted cells, with an apostrophe before a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
