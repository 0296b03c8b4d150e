import type { DeviceKind } from '../../database/tables/deliveries.ts';

/** Browsers send shorter user agents. */
const MAX_LENGTH = 1000;

/** Returns the kind of device of a user agent; an iPad in desktop mode is a computer, as is every other program. */
export function deviceKindOf(userAgent: string | undefined): DeviceKind {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  if (/\b(?:iPad|Tablet|Kindle|Silk)\b/.test(text)) return 'tablet';
  if (/\b(?:iPhone|iPod|Mobile)\b/.test(text)) return 'phone';
  return /\bAndroid\b/.test(text) ? 'tablet' : 'computer';
}
