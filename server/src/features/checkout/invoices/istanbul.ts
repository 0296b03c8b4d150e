import type { Language } from '@vitrin/shared/contract/users.ts';
import { dateText } from '../../../i18n/money.ts';

/** Day and time of day in Türkiye, where an invoice is dated. */
export function inIstanbul(timestamp: string): { date: string; time: string } {
  const [date = '', time = ''] = new Date(timestamp)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Istanbul' })
    .split(' ');
  return { date, time };
}

export const dayInIstanbul = (timestamp: string): string => inIstanbul(timestamp).date;

/** The day of a timestamp in Türkiye in words, for example November 20, 2026: the day that the draft in XML has. */
export const dayTextInIstanbul = (language: Language, timestamp: string): string =>
  dateText(language, `${dayInIstanbul(timestamp)}T00:00:00.000Z`);
