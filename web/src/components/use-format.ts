import { useMemo } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import * as format from '../lib/format.ts';
import { dueDay } from './due-day.ts';
import { pastDay } from './past-day.ts';
import { useNow, useRenderedClock } from './rendered-clock.ts';

/** The formatters of lib/format.ts in the reader's language; screens format numbers and dates only by these. */
export function useFormat() {
  const { i18n } = useTranslation();
  const language = i18n.language;
  const clock = useRenderedClock();
  const now = useNow();
  return useMemo(
    () => ({
      number: (value: number) => format.formatNumber(language, value),
      list: (parts: readonly string[]) => format.formatList(language, parts),
      percent: (percent: number) => format.formatPercent(language, percent),
      bytes: (bytes: number) => format.formatBytes(language, bytes),
      extent: (file: { duration: number | null; size: number }) => format.formatExtent(language, file),
      storageLimit: (limitGb: number) => format.formatStorageLimit(language, limitGb),
      storageUsed: (usedGb: number) => format.formatStorageUsed(language, usedGb),
      date: (timestamp: string) => format.formatDate(language, timestamp, clock?.timeZone),
      day: (day: string) => format.formatDay(language, day, 'long'),
      dayShort: (day: string) => format.formatDay(language, day, 'short'),
      month: (day: string) => format.formatDay(language, day, 'month'),
      weekday: (day: string) => format.formatDay(language, day, 'weekday'),
      wholeDay: (day: string) => format.formatDay(language, day, 'full'),
      dueDay: (day: string, isQuiet: boolean) =>
        dueDay(language, day, { now: now(), timeZone: clock?.timeZone, isQuiet }),
      dateTime: (timestamp: string) => format.formatDateTime(language, timestamp, clock?.timeZone),
      relative: (timestamp: string) => format.formatRelative(language, timestamp, now()),
      pastDay: (timestamp: string) => pastDay(language, timestamp, now(), clock?.timeZone),
      initial: (username: string) => format.initialOf(language, username),
    }),
    [language, clock, now],
  );
}
