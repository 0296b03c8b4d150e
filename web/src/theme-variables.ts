import type { CSSVariablesResolver } from '@mantine/core';

const DISPLAY =
  "'Fraunces Variable', 'Fraunces Fallback', 'Iowan Old Style', 'Palatino Linotype', Georgia, serif";

/** Backgrounds of badges and messages in the dark theme: little colour, light text. */
const darkTints = Object.fromEntries<string>([
  ...['green', 'amber', 'yellow', 'red'].flatMap((color): [string, string][] => [
    [
      `--mantine-color-${color}-light`,
      `color-mix(in srgb, var(--mantine-color-${color}-5) 20%, transparent)`,
    ],
    [
      `--mantine-color-${color}-light-hover`,
      `color-mix(in srgb, var(--mantine-color-${color}-5) 28%, transparent)`,
    ],
    [`--mantine-color-${color}-light-color`, `var(--mantine-color-${color}-2)`],
  ]),
  // Pending says nothing new, so it is the least prominent.
  ['--mantine-color-gray-light', 'color-mix(in srgb, var(--mantine-color-gray-5) 12%, transparent)'],
  ['--mantine-color-gray-light-hover', 'color-mix(in srgb, var(--mantine-color-gray-5) 20%, transparent)'],
  ['--mantine-color-gray-light-color', '#aaa294'],
]);

/**
 * Accent of a freelancer in `--face-…` (show-accent.ts, render.tsx), else ours; always legible
 * (shared/src/rules/accent.ts).
 */
const accentInLight = {
  '--mantine-color-petrol-filled': 'var(--face-light, #0e5a54)',
  '--mantine-color-petrol-filled-hover': 'color-mix(in srgb, var(--face-light, #0b4e49) 92%, #000)',
  '--mantine-color-petrol-light': 'color-mix(in srgb, var(--face-light, #0e5a54) 10%, transparent)',
  '--mantine-color-petrol-light-hover': 'color-mix(in srgb, var(--face-light, #0e5a54) 12%, transparent)',
  '--mantine-color-petrol-light-color': 'var(--face-light, #0e5a54)',
  '--mantine-color-anchor': 'var(--face-light, #0e5a54)',
  '--vitrin-accent-text': 'var(--face-light, #0e5a54)',
  '--vitrin-accent-soft': 'color-mix(in srgb, var(--face-light, #0e5a54) 10%, #fbfffd)',
};

const accentInDark = {
  '--mantine-color-petrol-filled': 'var(--face-dark, #21766e)',
  '--mantine-color-petrol-filled-hover': 'color-mix(in srgb, var(--face-dark, #0f625b) 92%, #000)',
  '--mantine-color-petrol-light': 'color-mix(in srgb, var(--face-text, #5dfff8) 10%, transparent)',
  '--mantine-color-petrol-light-hover': 'color-mix(in srgb, var(--face-text, #5dfff8) 15%, transparent)',
  '--mantine-color-petrol-light-color': 'var(--face-text, #a9cfca)',
  '--mantine-color-anchor': 'var(--face-text, #7cc4bb)',
  '--vitrin-accent-text': 'var(--face-text, #7cc4bb)',
  '--vitrin-accent-soft': 'color-mix(in srgb, var(--face-text, #5affff) 10%, #151d1a)',
};

/** Backgrounds, surfaces, borders and dimmed text of both themes, each designed rather than inverted. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--vitrin-font-display': DISPLAY },
  light: {
    '--mantine-color-body': '#faf7f1',
    '--mantine-color-text': '#262219',
    '--mantine-color-dimmed': '#6a6153',
    '--mantine-color-placeholder': '#7d7364',
    '--mantine-color-default': '#fffdf9',
    '--mantine-color-default-hover': '#f6f1e8',
    '--mantine-color-default-border': '#ddd5c8',
    '--mantine-color-disabled': '#f3eee5',
    '--mantine-color-disabled-color': '#6f6557',
    '--mantine-color-error': '#b23925',
    ...accentInLight,
    '--vitrin-surface': '#fffdf9',
    '--vitrin-surface-sunken': '#f3eee5',
    '--vitrin-hairline': '#e8e1d5',
    // Border of controls, with 3:1 contrast on every background (WCAG 1.4.11).
    '--vitrin-control-edge': '#8b8070',
    '--vitrin-warning-text': '#7c4f08',
  },
  dark: {
    ...darkTints,
    '--mantine-color-body': '#171512',
    '--mantine-color-text': '#ece6da',
    '--mantine-color-dimmed': '#a89f90',
    '--mantine-color-placeholder': '#938a7c',
    '--mantine-color-default': '#211f1a',
    '--mantine-color-default-hover': '#2a2721',
    '--mantine-color-default-border': '#3f3a32',
    '--mantine-color-disabled': '#1f1d18',
    '--mantine-color-disabled-color': '#938a7c',
    '--mantine-color-error': '#ee8e7c',
    ...accentInDark,
    '--vitrin-surface': '#1e1c18',
    '--vitrin-surface-sunken': '#12100e',
    '--vitrin-hairline': '#322e28',
    '--vitrin-control-edge': '#807869',
    '--vitrin-warning-text': '#e7b150',
  },
});
