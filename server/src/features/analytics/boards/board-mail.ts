import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import type { Card } from '@vitrin/shared/contract/figures/boards.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { type MailPart, renderMail } from '../../../adapters/mail/mail-template.ts';
import type { MailFile, SentMail } from '../../../adapters/mail/mailer.ts';
import { translate } from '../../../i18n/messages.ts';
import { csvLine } from '@vitrin/shared/rules/csv-line.ts';
import { csvOf } from '../query/csv.ts';
import { daysInWords, figureInWords, keyInWords } from './words.ts';

const MOST_ROWS = 2000;
const MOST_BYTES = 256 * 1024;

const NAMED_ROWS = 3;

/** A card with its answer, or the reason why it has none. */
export type AnsweredCard = { card: Card; answer: AnalyticsAnswer | 'gone' | 'too_large' };

type BoardMail = {
  to: string;
  language: Language;
  board: { id: number; name: string };
  cards: readonly AnsweredCard[];
  dueAt: string;
  publicUrl: string;
  key: string;
};

export function boardMail({ to, language, board, cards, dueAt, publicUrl, key }: BoardMail): SentMail {
  const tables = cards.map((one, index) => tableOf(one, index + 1, language));
  const mail = renderMail({
    to,
    language,
    subject: 'mails.board.subject',
    paragraphs: [
      'mails.board.text',
      ...(cards.length === 0 ? (['mails.board.empty'] as const) : []),
      ...cards.flatMap((one, index) => partsOf(one, tables[index], language)),
    ],
    params: { board: board.name },
    button: {
      label: 'mails.board.button',
      url: new URL(`/analytics/boards/${board.id}`, publicUrl).href,
    },
    unsubscribe: {
      page: addressOf('/unsubscribe', publicUrl, key),
      oneClick: addressOf('/api/notices/one-click/', publicUrl, key),
    },
  });
  // The id is the same at a second attempt, so that mail servers recognise a duplicate.
  const messageId = `<board.${board.id}.${Date.parse(dueAt)}@${new URL(publicUrl).hostname}>`;
  return { ...mail, messageId, attachments: tables.flatMap((table) => table?.file ?? []) };
}

function addressOf(path: string, publicUrl: string, key: string): string {
  const address = new URL(path, publicUrl);
  address.searchParams.set('key', key);
  return address.href;
}

function partsOf({ card, answer }: AnsweredCard, table: Table | undefined, language: Language): MailPart[] {
  const { title } = card;
  if (typeof answer === 'string') return [{ key: `mails.board.${answer}`, params: { title } }];
  const { unit, total } = answer;
  const value = figureInWords(language, unit, total.value);
  const before = figureInWords(language, unit, total.before);
  const params = { title, value, before, days: daysInWords(language, answer) };
  const rows = largestRows(answer, language);
  return [
    { key: total.before === null ? 'mails.board.card' : 'mails.board.card_before', params },
    ...(rows === '' ? [] : [{ key: 'mails.board.rows', params: { rows } } as const]),
    ...(table?.cutAfter === undefined
      ? []
      : [{ key: 'mails.board.cut', params: { file: table.file.filename, rows: table.cutAfter } } as const]),
  ];
}

function largestRows({ by, rows, unit }: AnalyticsAnswer, language: Language): string {
  return rows
    .filter(({ value }) => (value ?? 0) > 0)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
    .slice(0, NAMED_ROWS)
    .map(({ keys, value }) => {
      const names = keys.map((key, index) => keyInWords(language, by[index] ?? 'day', key));
      return `${names.join(', ')}: ${figureInWords(language, unit, value)}`;
    })
    .join('; ');
}

type Table = { file: MailFile; cutAfter: number | undefined };

/** Makes the table of a card; the last line of a truncated table says so. */
function tableOf({ card, answer }: AnsweredCard, number: number, language: Language): Table | undefined {
  if (typeof answer === 'string') return undefined;
  let rows = answer.rows.slice(0, MOST_ROWS);
  let content = csvOfRows(answer, rows);
  while (Buffer.byteLength(content) > MOST_BYTES && rows.length > 1) {
    rows = rows.slice(0, Math.floor(rows.length / 2));
    content = csvOfRows(answer, rows);
  }
  const isCut = answer.is_truncated || rows.length < answer.rows.length;
  if (isCut) content += csvLine([translate(language, 'mails.board.cut_line', { rows: rows.length })]);
  const filename = `${number} ${fileName(card.title)} ${answer.from} ${answer.to}.csv`;
  const file = { filename, content, contentType: 'text/csv; charset=utf-8' };
  return { file, cutAfter: isCut ? rows.length : undefined };
}

function csvOfRows(answer: AnalyticsAnswer, rows: AnalyticsAnswer['rows']): string {
  return [...csvOf({ ...answer, rows })].join('');
}

/** Keeps letters and numbers only, which every system accepts in a file name. */
function fileName(title: string): string {
  return title
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60);
}
