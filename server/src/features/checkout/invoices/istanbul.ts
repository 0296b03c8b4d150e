import type { Language } from '@vitrin/shared/contract/users.ts';
import { dateText } from '../../../i18n/money.ts';

/** Invoices are dated in Türkiye. */
export function inIstanbul(timestamp: string): { date: string; time: string } {
  const [date = '', time = ''] = new Date(timestamp)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Istanbul' })
    .split(' ');
  return { date, time };
}

export const dayInIstanbul = (timestamp: string): string => inIstanbul(timestamp).date;

/** As in November 20, 2026; the day of the draft in XML. */
export const dayTextInIstanbul = (language: Language, timestamp: string): string =>
  dateText(language, `${dayInIstanbul(timestamp)}T00:00:00.000Z`);
