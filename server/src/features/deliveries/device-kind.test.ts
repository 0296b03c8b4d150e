import { expect, test } from 'vitest';
import { deviceKindOf } from './device-kind.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} Mobile/15E148 Safari/604.1`, 'phone'],
  [`Mozilla/5.0 (Linux; Android 16; K) ${WEBKIT} Chrome/141.0.0.0 Mobile Safari/537.36`, 'phone'],
  [`Mozilla/5.0 (Linux; Android 16; K) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'tablet'],
  [`Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) ${WEBKIT} Mobile/15E148 Safari/604.1`, 'tablet'],
  ['Mozilla/5.0 (Android 15; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0', 'tablet'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'computer'],
  ['curl/8.0', 'computer'],
  ['Mobile'.padStart(64_000, 'x '), 'computer'],
  ['', 'computer'],
  [undefined, 'computer'],
])('%s is a %s', (userAgent, kind) => {
  expect(deviceKindOf(userAgent)).toBe(kind);
});
