/** A line of `docs/security.md` that does not keep to the form of the document. */
type BrokenRow = { line: number; reason: string };

/** Requirements of ASVS 5.0.0 by level. */
const NUMBER_OF_LEVEL = { '1': 70, '2': 183 } as const;

const ROW = /^\| *\d{1,3}\.\d{1,3}\.\d{1,3} *\|/;
const PATH = /`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|json|md))(?:#\w+)?`/g;
const TEST = /\.(?:test|spec)\.tsx?$/;
const SYMBOL = /`([\w.-]+(?:\/[\w.-]+)*\.tsx?)#(\w+)`/g;
const TITLE = /"([^"]+)"/g;
const PART_ABOVE = /"[^"]+" above/g;
const SECTIONS = /\bspecification (\d{1,3}\.\d{1,3}(?:, \d{1,3}\.\d{1,3})*)/g;
const OTHER_SOURCE = /\]\(|"[^"]+" above/;

type Row = { line: number; id: string; level: string; what: string; answer: string; why: string };

/**
 * Errors in the rows: not exactly one of the three answers; a required file, reason or time missing; wrong
 * order; a file for which `read` has no text; code without a symbol; a symbol or title that the text lacks; a
 * section that is not among `sections`; a wrong number of rows.
 */
export function brokenRows(
  markdown: string,
  read: (file: string) => string | undefined,
  sections: ReadonlySet<string>,
): BrokenRow[] {
  const rows = readRows(markdown);
  const broken = rows.flatMap((row, index) => {
    const reasons = [...wrongForm(row), ...missing(row, read, sections)];
    const before = rows[index - 1];
    if (before && order(before.id) >= order(row.id))
      reasons.push(`${row.id} does not come after ${before.id}`);
    return reasons.map((reason) => ({ line: row.line, reason }));
  });
  for (const [level, wanted] of Object.entries(NUMBER_OF_LEVEL)) {
    const found = rows.filter((row) => row.level === level).length;
    if (found !== wanted) broken.push({ line: 1, reason: `${found} rows of level ${level}, not ${wanted}` });
  }
  return broken;
}

function readRows(markdown: string): Row[] {
  return markdown.split('\n').flatMap((text, index) => {
    if (!ROW.test(text)) return [];
    const [, id = '', level = '', what = '', answer = '', why = '', ...more] = text
      .split('|')
      .map((cell) => cell.trim());
    // A row ends with a bar, which leaves one empty cell.
    return [{ line: index + 1, id, level, what, answer: more.length === 1 ? answer : '', why }];
  });
}

function wrongForm({ id, level, what, answer, why }: Row): string[] {
  const reasons: string[] = [];
  if (!(level in NUMBER_OF_LEVEL)) reasons.push(`${id} is of level 1 or 2`);
  if (what === '') reasons.push(`${id} does not say what it asks`);
  if (answer === 'met') {
    if (pathsOf(why).length === 0 && sectionsOf(why).length === 0 && !OTHER_SOURCE.test(why))
      reasons.push(`${id} is met, but names no place`);
    reasons.push(...withoutSymbol(why).map((file) => `${id} is met by ${file}, but names no symbol of it`));
  } else if (answer === 'not applicable') {
    if (why === '') reasons.push(`${id} does not say why it is not applicable`);
  } else if (answer === 'not met') {
    if (!/\S.* When: \S/.test(why)) reasons.push(`${id} does not say why it is not met, or when it will be`);
  } else reasons.push(`${id} is neither met nor not applicable nor not met`);
  return reasons;
}

function missing(
  { id, why }: Row,
  read: (file: string) => string | undefined,
  sections: ReadonlySet<string>,
): string[] {
  const paths = pathsOf(why).filter((file) => read(file) === undefined);
  const numbers = sectionsOf(why).filter((number) => !sections.has(number));
  const symbols = Array.from(why.matchAll(SYMBOL), ([, file = '', symbol = '']) => ({ file, symbol }))
    .filter(({ file, symbol }) => !new RegExp(`\\b${symbol}\\b`).test(read(file) ?? symbol))
    .map(({ file, symbol }) => `${file}#${symbol}`);
  const tests = pathsOf(why)
    .filter((file) => TEST.test(file))
    .map((file) => read(file) ?? '');
  const titles = Array.from(why.replaceAll(PART_ABOVE, '').matchAll(TITLE), ([, title = '']) => title).filter(
    (title) => !tests.some((text) => text.includes(title)),
  );
  return [...paths, ...numbers, ...symbols, ...titles].map(
    (file) => `${id} names ${file}, which does not exist`,
  );
}

/**
 * Files of code cited without a symbol. A symbol is required, so that a row is reported once its code is
 * removed.
 */
function withoutSymbol(why: string): string[] {
  return Array.from(why.matchAll(/`([\w./-]+\.tsx?)`/g), ([, file = '']) => file).filter(
    (file) => !TEST.test(file),
  );
}

function pathsOf(why: string): string[] {
  return Array.from(why.matchAll(PATH), ([, file = '']) => file);
}

function sectionsOf(why: string): string[] {
  return Array.from(why.matchAll(SECTIONS), ([, numbers = '']) => numbers.split(', ')).flat();
}

function order(id: string): number {
  return id.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);
}
