import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariablesResolver } from './theme-variables.ts';
import { theme } from './theme.ts';

const whole = mergeMantineTheme(DEFAULT_THEME, theme);
const variables: Record<'light' | 'dark', Record<string, string | null>> = cssVariablesResolver(whole);

/** The value of a colour name in one theme; `color-mix` with transparency is laid over `ground`. */
function colorOf(scheme: 'light' | 'dark', name: string, ground = '#ffffff'): string {
  const palette = /^--mantine-color-([a-z]+)-(\d)$/.exec(name);
  const value = variables[scheme][name] ?? (palette && whole.colors[palette[1] ?? '']?.[Number(palette[2])]);
  if (typeof value !== 'string') throw new Error(`The theme has no ${name}`);
  const own = withoutFace(value);
  if (own !== value) return mixed(own, ground);
  const mix = /^color-mix\(in srgb, var\((.+)\) (\d+)%, transparent\)$/.exec(value);
  if (mix) return laidOver(colorOf(scheme, mix[1] ?? ''), Number(mix[2]) / 100, ground);
  const reference = /^var\((.+)\)$/.exec(value);
  return reference ? colorOf(scheme, reference[1] ?? '', ground) : value;
}

/** A value with the theme's own accent in place of a freelancer's. */
const withoutFace = (value: string) => value.replace(/var\(--face-\w+, (#[\da-f]{6})\)/, '$1');

/** A colour, or a mixture of part of one with `ground`. */
function mixed(value: string, ground: string): string {
  const mix = /^color-mix\(in srgb, (#[\da-f]{6}) (\d+)%, (#[\da-f]+|transparent)\)$/.exec(value);
  if (!mix) return value;
  const [, over = '', percent, under = ''] = mix;
  return laidOver(over, Number(percent) / 100, under === 'transparent' ? ground : under);
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function laidOver(color: string, share: number, ground: string): string {
  const under = channels(ground);
  const mixed = channels(color).map((value, at) =>
    Math.round(value * share + (under[at] ?? 0) * (1 - share)),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast ratio by WCAG 2.2. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const GROUNDS = [
  '--mantine-color-body',
  '--vitrin-surface',
  '--vitrin-surface-sunken',
  '--mantine-color-default',
];
/** Background of fields, from the library. */
const FIELDS = { light: '#ffffff', dark: whole.colors['dark'][6] };

test.each(['light', 'dark'] as const)(
  'the edges of fields, boxes and open circles stand out 3:1, %s',
  (scheme) => {
    const edge = colorOf(scheme, '--vitrin-control-edge');
    const grounds = [FIELDS[scheme], ...GROUNDS.map((name) => colorOf(scheme, name))];
    for (const ground of grounds) expect(contrast(edge, ground), ground).toBeGreaterThanOrEqual(3);
  },
);

test.each([
  ['layout/preferences/controls.css', '--input-bd: var(--vitrin-control-edge)'],
  ['layout/preferences/controls.css', 'border-color: var(--vitrin-control-edge)'],
  ['features/milestones/MilestoneSteps.module.css', 'border: 2px solid var(--vitrin-control-edge)'],
  ['components/rich-text/RichTextEditor.module.css', 'border-color: var(--vitrin-control-edge)'],
  ['features/files/FileField.module.css', 'border: 1px dashed var(--vitrin-control-edge)'],
])('%s has an edge of that contrast: %s', (file, rule) => {
  expect(readFileSync(path.join(import.meta.dirname, file), 'utf8')).toContain(rule);
});

test.each(['light', 'dark'] as const)('texts have a contrast of 4.5:1 on every ground, %s', (scheme) => {
  for (const text of [
    '--mantine-color-text',
    '--mantine-color-dimmed',
    '--mantine-color-error',
    '--vitrin-accent-text',
  ])
    for (const ground of GROUNDS)
      expect(
        contrast(colorOf(scheme, text), colorOf(scheme, ground)),
        `${text} on ${ground}`,
      ).toBeGreaterThanOrEqual(4.5);
});

test('in the dark theme each badge has a contrast of 4.5:1, and that of pending work is the quietest', () => {
  const ground = colorOf('dark', '--vitrin-surface');
  const badge = (color: string) => {
    const tint = colorOf('dark', `--mantine-color-${color}-light`, ground);
    return {
      tint: contrast(tint, ground),
      words: contrast(colorOf('dark', `--mantine-color-${color}-light-color`), tint),
    };
  };
  const pending = badge('gray');
  expect(pending.words).toBeGreaterThanOrEqual(4.5);
  for (const color of ['petrol', 'green', 'amber', 'red']) {
    expect(badge(color).words, color).toBeGreaterThanOrEqual(4.5);
    expect(badge(color).words, color).toBeGreaterThan(pending.words);
    expect(badge(color).tint, color).toBeGreaterThan(pending.tint);
  }
});

test.each(['light', 'dark'] as const)(
  'a disabled button is quieter than an enabled one, but legible, %s',
  (scheme) => {
    const ground = colorOf(scheme, '--mantine-color-body');
    const disabled = colorOf(scheme, '--mantine-color-disabled');
    const words = contrast(colorOf(scheme, '--mantine-color-disabled-color'), disabled);
    const edge = contrast(colorOf(scheme, '--mantine-color-default-border'), ground);
    expect(words).toBeGreaterThanOrEqual(4.5);
    expect(words).toBeLessThan(
      contrast(colorOf(scheme, '--mantine-color-text'), colorOf(scheme, '--mantine-color-default')) / 2,
    );
    expect(contrast(disabled, ground)).toBeLessThanOrEqual(1.1);
    expect(contrast(disabled, ground)).toBeLessThan(edge);
  },
);
