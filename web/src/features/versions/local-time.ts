import { serverNow } from '../../lib/clock/server-clock.ts';

/** The value of a field for date and time: the time in the reader's zone, to the minute. */
export function toLocalInput(timestamp: string): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join(
    '-',
  );
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The value of such a field for this moment, the earliest that makes sense. */
export function nowAsInput(): string {
  return toLocalInput(new Date(serverNow()).toISOString());
}

/** ISO 8601 in UTC of such a value; undefined for an incomplete one. */
export function fromLocalInput(value: string): string | undefined {
  const at = new Date(value);
  return value === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Nine in the morning of the next day, which most people mean. */
export function tomorrowMorning(now: Date): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9).toISOString();
}
