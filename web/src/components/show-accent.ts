import type { Face } from '@vitrin/shared/contract/faces.ts';

/** Colours the whole page, dialogs included, in the accent of a face; without one in ours. */
export function showAccent(face: Face | null): void {
  const { light = '', dark = '', dark_text = '' } = face?.accent ?? {};
  const { style } = document.documentElement;
  style.setProperty('--face-light', light);
  style.setProperty('--face-dark', dark);
  style.setProperty('--face-text', dark_text);
}
