import { expect, test } from 'vitest';
import { createSpeedometer } from './transfer-speed.ts';

test('the speed is that of the last 8 seconds', () => {
  let now = 0;
  const speedometer = createSpeedometer(() => now);
  expect(speedometer.bytesPerSecond()).toBe(0);
  for (now = 0; now < 4000; now += 1000) speedometer.add(500);
  expect(speedometer.bytesPerSecond()).toBe(500);
  now = 20_000;
  expect(speedometer.bytesPerSecond()).toBe(0);
});
