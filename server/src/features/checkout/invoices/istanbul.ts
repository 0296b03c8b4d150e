/** Day and time of day in Türkiye, where an invoice is dated. */
export function inIstanbul(timestamp: string): { date: string; time: string } {
  const [date = '', time = ''] = new Date(timestamp)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Istanbul' })
    .split(' ');
  return { date, time };
}

export const dayInIstanbul = (timestamp: string): string => inIstanbul(timestamp).date;
