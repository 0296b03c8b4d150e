import { expect, test } from 'vitest';
import {
  accentShades,
  contrastOf,
  DARK_SURFACES,
  LEAST_CONTRAST,
  LIGHT_SURFACES,
  TEXT_ON_ACCENT,
  TINT,
} from './accent.ts';

/** Random colours from a fixed seed, so that every run tries equal ones. */
function randomColours(count: number): string[] {
  let state = 20_261_123;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return `#${(state >>> 8).toString(16).padStart(6, '0')}`;
  });
}

const TRIED = [...randomColours(10_000), '#000000', '#ffffff', '#ffff00', '#0000ff', '#00ff00'].map(
  (colour) => ({
    colour,
    ...accentShades(colour),
  }),
);

test('contrast is computed as in WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  expect(contrastOf('#ffffff', '#ffffff')).toBe(1);
});

test('10,000 colours are readable on every surface of both themes', () => {
  const least = { light: 21, dark: 21, dark_text: 21 };
  for (const { light, dark, dark_text } of TRIED) {
    for (const shade of [light, dark, dark_text]) expect(shade).toMatch(/^#[\da-f]{6}$/);
    for (const surface of [...LIGHT_SURFACES, TEXT_ON_ACCENT])
      least.light = Math.min(least.light, contrastOf(light, surface));
    least.dark = Math.min(least.dark, contrastOf(dark, TEXT_ON_ACCENT));
    for (const surface of DARK_SURFACES)
      least.dark_text = Math.min(least.dark_text, contrastOf(dark_text, surface));
  }
  for (const contrast of Object.values(least)) expect(contrast).toBeGreaterThanOrEqual(LEAST_CONTRAST);
});

test('so is text on a tint of the colour itself, as in badges', () => {
  for (const { colour, light, dark_text } of TRIED) {
    for (const surface of ['#fbfffd', '#fffdf9', '#faf7f1', '#f3eee5'])
      expect(contrastOf(light, tint(light, surface)), colour).toBeGreaterThanOrEqual(LEAST_CONTRAST);
    for (const surface of ['#151d1a', '#171512', '#1e1c18', '#211f1a'])
      expect(contrastOf(dark_text, tint(dark_text, surface)), colour).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  }
});

/** Mixes a tenth of the colour with the surface, like CSS `color-mix`. */
function tint(colour: string, surface: string): string {
  const channels = [1, 3, 5].map((position) => {
    const [over, under] = [colour, surface].map((each) =>
      Number.parseInt(each.slice(position, position + 2), 16),
    );
    return Math.round((over ?? 0) * TINT + (under ?? 0) * (1 - TINT));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

test('a readable colour stays as it is, and others change no more than necessary', () => {
  expect(accentShades('#0e5a54')).toMatchObject({ light: '#0e5a54', dark: '#0e5a54' });
  expect(accentShades('#7bb6af').dark_text).toBe('#7bb6af');
  const { light, dark_text } = accentShades('#808000');
  expect(contrastOf(light, '#dbd6ce')).toBeLessThan(4.7);
  expect(contrastOf(dark_text, '#383530')).toBeLessThan(4.7);
});
