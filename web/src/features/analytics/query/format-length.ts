import { localeOf } from '../../../lib/format.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A length of time by its two largest units: "2 days 4 hr", "45 min", "0 sec". */
export function formatLength(language: string, seconds: number): string {
  const rounded = Math.round(seconds);
  const largest = UNITS.findIndex(([, size]) => rounded >= size);
  const shown = largest === -1 ? UNITS.slice(-1) : UNITS.slice(largest, largest + 2);
  let rest = rounded;
  const parts = shown.map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return { unit, count };
  });
  return parts
    .filter(({ count }, index) => index === 0 || count > 0)
    .map(({ unit, count }) =>
      new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'short' }).format(count),
    )
    .join(' ');
}

/** "2.5 days" */
export function formatDayCount(language: string, days: number): string {
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(days);
}
