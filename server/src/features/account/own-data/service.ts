import type { Language } from '@vitrin/shared/contract/users.ts';
import { type Context, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { NotFoundError } from '../../../errors.ts';
import { translate } from '../../../i18n/messages.ts';
import { escapeHtml } from '../../../i18n/escape-html.ts';
import { writeDeliveries } from '../../deliveries/service.ts';
import { writeEvents } from '../../events/service.ts';
import { onlookerOf } from '../../projects/access.ts';
import { findAccount, type Row, SECTIONS, type SectionName } from './sections.ts';

/** Parts of an export, in their order: a heading begins one, and its rows follow by pages. */
type Part = { name: SectionName | 'account'; pages: AsyncIterable<Row[]> };
type OwnData = { madeAt: string; parts: Part[] };

/** Returns a user's data (specification 3.23), read while sent, after waiting looks are written; throws NotFoundError. */
export async function getOwnData(context: Context, user: CurrentUser): Promise<OwnData> {
  await writeEvents(context);
  await writeDeliveries(context);
  const reader = { db: context.db, onlooker: onlookerOf(user, context) };
  const account = await findAccount(reader);
  if (!account) throw new NotFoundError();
  const sections = (Object.keys(SECTIONS) as SectionName[]).map((name) => ({
    name,
    pages: SECTIONS[name].read(reader),
  }));
  return {
    madeAt: timestampOf(context),
    parts: [{ name: 'account', pages: onePage([account]) }, ...sections],
  };
}

async function* onePage(rows: Row[]): AsyncGenerator<Row[], void> {
  yield rows;
}

/** Yields the export as JSON, a piece at a time: `made_at`, and a list for each section. */
export async function* ownDataAsJson({ madeAt, parts }: OwnData): AsyncGenerator<string, void> {
  yield `{\n"made_at": ${JSON.stringify(madeAt)}`;
  for (const { name, pages } of parts) {
    yield `,\n${JSON.stringify(name)}: [`;
    let before = '\n';
    for await (const rows of pages) {
      yield before + rows.map((row) => JSON.stringify(row)).join(',\n');
      before = ',\n';
    }
    yield ']';
  }
  yield '\n}\n';
}

/** Yields the export as an HTML page to read and print, which has no scripts and loads nothing. */
export async function* ownDataAsHtml(
  { madeAt, parts }: OwnData,
  language: Language,
): AsyncGenerator<string, void> {
  const title = escapeHtml(translate(language, 'own_data.title'));
  yield `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Vitrin</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${escapeHtml(translate(language, 'own_data.made_at', { time: timeText(madeAt) }))}</p>
`;
  for (const { name, pages } of parts) yield* htmlOfPart(language, name, pages);
  yield '</body>\n</html>\n';
}

async function* htmlOfPart(
  language: Language,
  name: Part['name'],
  pages: Part['pages'],
): AsyncGenerator<string, void> {
  yield `<h2>${escapeHtml(translate(language, `own_data.${name}`))}</h2>\n`;
  let isEmpty = true;
  for await (const rows of pages) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id' && !column.endsWith('_id'));
    if (isEmpty) yield `<div><table><thead>${rowHtml('th', columns)}</thead><tbody>\n`;
    isEmpty = false;
    yield rows
      .map((row) =>
        rowHtml(
          'td',
          columns.map((column) => cellText(row[column])),
        ),
      )
      .join('');
  }
  yield isEmpty
    ? `<p>${escapeHtml(translate(language, 'own_data.nothing'))}</p>\n`
    : '</tbody></table></div>\n';
}

function rowHtml(element: 'th' | 'td', cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<${element}>${escapeHtml(cell)}</${element}>`).join('')}</tr>\n`;
}

/** Formats a time in UTC without milliseconds, as the reader's zone at that time is unknown. */
function timeText(timestamp: string): string {
  return `${timestamp.slice(0, 19).replace('T', ' ')} UTC`;
}

function cellText(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
    ? timeText(value)
    : String(value);
}

const STYLE = `body{margin:2rem auto;max-width:64rem;padding:0 1rem;font:16px/1.5 system-ui,sans-serif;color:#26231f;background:#fdfaf5}
h1,h2{font-family:Georgia,serif;font-weight:400}h2{margin-top:2.5rem}div{overflow-x:auto}
table{border-collapse:collapse;font-size:14px;width:100%}th,td{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid #ddd5c8;vertical-align:top;overflow-wrap:anywhere}
@media (prefers-color-scheme:dark){body{color:#ece7dd;background:#17140f}th,td{border-color:#3a342a}}`;
