import type { Face } from '@vitrin/shared/contract/faces.ts';

/** The attribute of the page's first element that shows an accent from the first moment on. */
export function styleOf(accent: Face['accent'] | undefined): string {
  if (!accent) return '';
  const { light, dark, dark_text } = accent;
  const style = `--face-light:${light};--face-dark:${dark};--face-text:${dark_text}`;
  return ` style="${escapeAttribute(style)}"`;
}

/** Text of an element. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A value between double quotes. */
export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
