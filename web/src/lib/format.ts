import {
  type StorageAmount,
  storageLimitAmount,
  storageUsedAmount,
} from '@vitrin/shared/rules/storage/storage.ts';

/** Locales for dates, separators and currency. */
const LOCALES: Record<string, string> = { en: 'en-US', tr: 'tr-TR' };

export function localeOf(language: string): string {
  return LOCALES[language] ?? 'en-US';
}

/** Makes each formatter once: making one takes a hundred times as long as using it. */
function remembered<Options, Format>(make: (locale: string, options: Options) => Format) {
  const cached = new Map<string, Format>();
  return (language: string, options: Options): Format => {
    const key = `${language} ${JSON.stringify(options)}`;
    const format = cached.get(key) ?? make(localeOf(language), options);
    cached.set(key, format);
    return format;
  };
}

const numberFormat = remembered(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
const dateFormat = remembered(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
const relativeFormat = remembered(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

export function formatNumber(language: string, value: number): string {
  return numberFormat(language, {}).format(value);
}

/** `percent` is 0 to 100. Turkish puts the sign in front. */
export function formatPercent(language: string, percent: number): string {
  return numberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(percent / 100);
}

/** "3 versions, 14 files, and 5 milestones" */
export function formatList(language: string, parts: readonly string[]): string {
  return new Intl.ListFormat(localeOf(language), { type: 'conjunction' }).format(parts);
}

/** A file's size in steps of 1,024, with at most one decimal. */
export function formatBytes(language: string, bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const number = numberFormat(language, {
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1024 ** step);
  return `${number} ${units[step]}`;
}

/** "1:05 · 12 MB": how long a film or a sound lasts, where it is known, and how large the file is. */
export function formatExtent(
  language: string,
  { duration, size }: { duration: number | null; size: number },
): string {
  const bytes = formatBytes(language, size);
  if (duration === null) return bytes;
  // Rounded, but never to nothing; without leading units that are zero.
  const clock = new Date((Math.round(duration) || 1) * 1000).toISOString().slice(11, 19);
  return `${clock.replace(/^(00:)?0?/, '')} · ${bytes}`;
}

/** The limit of a plan with its extra storage (specification 6.11). */
export function formatStorageLimit(language: string, limitGb: number): string {
  return amountText(language, storageLimitAmount(limitGb));
}

/** The `used_storage` of a user (specification 6.11). */
export function formatStorageUsed(language: string, usedGb: number): string {
  return amountText(language, storageUsedAmount(usedGb));
}

/** The date without the time: November 20, 2026. */
export function formatDate(language: string, timestamp: string, timeZone?: string): string {
  return dateFormat(language, { dateStyle: 'long', timeZone }).format(new Date(timestamp));
}

const DAY_STYLES = {
  full: { dateStyle: 'full' },
  long: { dateStyle: 'long' },
  medium: { dateStyle: 'medium' },
  short: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'long' },
  month: { year: 'numeric', month: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A day such as 2026-11-20, with its weekday (full), long, in short (medium), without its year (short), its weekday or its month alone; the same in every time zone. */
export function formatDay(language: string, day: string, length: keyof typeof DAY_STYLES): string {
  return dateFormat(language, { ...DAY_STYLES[length], timeZone: 'UTC' }).format(new Date(day));
}

/** "tomorrow", "in 9 days", "3 weeks ago" */
export function formatDays(language: string, count: number, unit: 'day' | 'week'): string {
  return relativeFormat(language, { numeric: unit === 'day' ? 'auto' : 'always' }).format(count, unit);
}

/** Date and time, shown on hover over a relative time; in the reader's time zone unless one is given. */
export function formatDateTime(language: string, timestamp: string, timeZone?: string): string {
  return dateFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(timestamp));
}

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** "3 hours ago", "yesterday", "now" below a minute. The time is past: one that lies ahead of `now` is shown as now. */
export function formatRelative(language: string, timestamp: string, now: number): string {
  const seconds = Math.min(0, (new Date(timestamp).getTime() - now) / 1000);
  const format = relativeFormat(language, { numeric: 'auto' });
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return step ? format.format(Math.round(seconds / step[1]), step[0]) : format.format(0, 'second');
}

/** First character as people see it: a whole emoji, flag, or letter with marks, without `Intl.Segmenter`. */
export const FIRST_CHARACTER =
  /^(?:\p{Regional_Indicator}{2}|.(?:[\p{M}\p{Emoji_Modifier}\u{E0020}-\u{E007F}]|\u200D.)*)/su;

/** First letter of a username for avatars; Turkish readers get the dotted capital İ (specification 2.3). */
export function initialOf(language: string, username: string): string {
  return (FIRST_CHARACTER.exec(username)?.[0] ?? '?').toLocaleUpperCase(localeOf(language));
}

function amountText(language: string, { value, unit }: StorageAmount): string {
  return `${numberFormat(language, { maximumFractionDigits: 2 }).format(value)} ${unit}`;
}
