import type { DeviceKind } from '../../database/tables/deliveries.ts';

/** No browser writes a longer one. */
const MAX_LENGTH = 1000;

/**
 * The kind of device that a user agent names. An iPad that asks for pages as a Mac does is a computer here, and so is
 * every program that is no browser.
 */
export function deviceKindOf(userAgent: string | undefined): DeviceKind {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  if (/\b(?:iPad|Tablet|Kindle|Silk)\b/.test(text)) return 'tablet';
  if (/\b(?:iPhone|iPod|Mobile)\b/.test(text)) return 'phone';
  return /\bAndroid\b/.test(text) ? 'tablet' : 'computer';
}
