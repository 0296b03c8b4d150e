/** Shades of an accent colour with enough contrast for text on them, or as text. */
type AccentShades = {
  /** Buttons of the light theme with white text, and text on every surface. */
  light: string;
  dark: string;
  dark_text: string;
};

/** Least contrast of text in WCAG 2. */
export const LEAST_CONTRAST = 4.5;

/** Backgrounds of accent text: the theme's surfaces, and their darkest and lightest mix with an accent's tint. */
export const LIGHT_SURFACES = ['#ffffff', '#fffdf9', '#faf7f1', '#f3eee5', '#e8e1d5', '#dbd6ce'] as const;
export const DARK_SURFACES = ['#110f0d', '#171512', '#1e1c18', '#211f1a', '#2d2a24', '#383530'] as const;
export const TINT = 0.1;
export const TEXT_ON_ACCENT = '#ffffff';

type Colour = readonly [red: number, green: number, blue: number];

const CHANNEL = 255;
const LINEAR_BELOW = 0.04045;

/** Shades of a colour (#rrggbb): the same hue, darker or lighter until it is legible. */
export function accentShades(accent: string): AccentShades {
  return {
    light: shadeFor(accent, [...LIGHT_SURFACES, TEXT_ON_ACCENT], -1),
    dark: shadeFor(accent, [TEXT_ON_ACCENT], -1),
    dark_text: shadeFor(accent, DARK_SURFACES, 1),
  };
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrastOf(first: string, second: string): number {
  const [one, other] = [luminanceOf(readColour(first)), luminanceOf(readColour(second))];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Nearest shade with the contrast, towards black (-1) or white (1): the luminance changes steadily. */
function shadeFor(accent: string, surfaces: readonly string[], towards: -1 | 1): string {
  const colour = readColour(accent);
  const end = towards === 1 ? CHANNEL : 0;
  for (let step = 0; step < CHANNEL; step += 1) {
    const share = step / CHANNEL;
    const shade = writeColour(colour.map((channel) => Math.round(channel + (end - channel) * share)));
    if (surfaces.every((surface) => contrastOf(shade, surface) >= LEAST_CONTRAST)) return shade;
  }
  return towards === 1 ? '#ffffff' : '#000000';
}

function readColour(colour: string): Colour {
  const at = (position: number) => Number.parseInt(colour.slice(position, position + 2), 16);
  return [at(1), at(3), at(5)];
}

function writeColour(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminanceOf([red, green, blue]: Colour): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / CHANNEL;
  return share <= LINEAR_BELOW ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
