import type { Unzipped } from 'fflate';
import { contentOf, folded, signOf } from './open-document.ts';

const MAX_SLIDES = 500;

/** The paragraphs of each slide of an odp; empty ones are left out. */
export function readOpenSlides(parts: Unzipped): string[][] {
  const slides: string[][] = [];
  let paragraph: string | undefined;
  for (const piece of contentOf(parts)) {
    if (piece.kind === 'text') {
      if (paragraph !== undefined) paragraph += folded(piece.text);
      continue;
    }
    const { kind, name } = piece;
    if (name === 'draw:page' && kind !== 'close') {
      if (slides.length === MAX_SLIDES) break;
      slides.push([]);
    } else if (name === 'text:p' || name === 'text:h') {
      if (paragraph !== undefined && paragraph.trim() !== '') slides.at(-1)?.push(paragraph);
      paragraph = kind === 'open' ? '' : undefined;
    } else if (paragraph !== undefined && kind !== 'close') paragraph += signOf(piece) ?? '';
  }
  if (slides.length === 0) throw new Error('The document has no slides');
  return slides;
}
