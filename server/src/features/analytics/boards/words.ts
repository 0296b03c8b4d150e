import type {
  AnalyticsAnswer,
  AnalyticsRow,
  Dimension,
} from '@vitrin/shared/contract/figures/analytics-query.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { translate } from '../../../i18n/messages.ts';

const LOCALES: Record<Language, string> = { en: 'en-GB', tr: 'tr' };

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const DAY_MILLISECONDS = DAY_SECONDS * 1000;
const KILO = 1024;
const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** The day number of 1970-01-05, the first Monday. */
const FIRST_MONDAY = 4;

/** Formats a figure with its unit, such as "1,204", "3.5 GB" or "2 days"; a word if there is none. */
export function figureInWords(
  language: Language,
  unit: AnalyticsAnswer['unit'],
  value: number | null,
): string {
  if (value === null) return translate(language, 'mails.board.nothing');
  if (unit === 'bytes') return bytesInWords(language, value);
  if (unit === 'days') return inUnit(language, value, 'day');
  if (unit === 'count') return new Intl.NumberFormat(LOCALES[language]).format(value);
  if (value < HOUR_SECONDS) return inUnit(language, Math.round(value / 60), 'minute');
  return value < 2 * DAY_SECONDS
    ? inUnit(language, value / HOUR_SECONDS, 'hour')
    : inUnit(language, value / DAY_SECONDS, 'day');
}

function bytesInWords(language: Language, bytes: number): string {
  const power = Math.floor(Math.log(Math.max(1, bytes)) / Math.log(KILO));
  const index = Math.min(BYTE_UNITS.length - 1, power);
  const format = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 });
  return `${format.format(bytes / KILO ** index)} ${BYTE_UNITS[index]}`;
}

function inUnit(language: Language, value: number, unit: 'minute' | 'hour' | 'day'): string {
  const format = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(LOCALES[language], format).format(value);
}

export function daysInWords(language: Language, { from, to }: Pick<AnalyticsAnswer, 'from' | 'to'>): string {
  return dayFormat(language, { dateStyle: 'long' }).formatRange(new Date(from), new Date(to));
}

export function keyInWords(
  language: Language,
  dimension: Dimension,
  { key, name }: AnalyticsRow['keys'][number],
): string {
  switch (dimension) {
    case 'day':
    case 'week':
      return dayFormat(language, { dateStyle: 'long' }).format(new Date(key));
    case 'month':
      return dayFormat(language, { month: 'long', year: 'numeric' }).format(new Date(key));
    case 'weekday': {
      const day = new Date((FIRST_MONDAY - 1 + Number(key)) * DAY_MILLISECONDS);
      return dayFormat(language, { weekday: 'long' }).format(day);
    }
    case 'hour':
      return `${key}:00`;
    default:
      return name ? name : translate(language, 'mails.board.nothing');
  }
}

function dayFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALES[language], { ...options, timeZone: 'UTC' });
}
