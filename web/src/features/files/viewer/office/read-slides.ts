import { strFromU8, type Unzipped } from 'fflate';
import { plain } from './xml.ts';

const SLIDE = /^ppt\/slides\/slide(\d{1,5})\.xml$/;
const MAX_SLIDES = 500;
/** A text of a slide, a line break, or the end of a paragraph, in the names that every program writes. */
const PIECE = /<a:t(?:\s[^>]*)?>([^<]*)<\/a:t>|<a:br\b|<\/a:p>/g;

/** The paragraphs of each slide of a pptx, in the order of their numbers; empty ones are left out. */
export function readSlides(parts: Unzipped): string[][] {
  const slides = Object.entries(parts)
    .flatMap(([name, bytes]) => {
      const number = SLIDE.exec(name)?.[1];
      return number === undefined ? [] : [{ number: Number(number), bytes }];
    })
    .toSorted((one, other) => one.number - other.number);
  if (slides.length === 0) throw new Error('The document has no slides');
  return slides.slice(0, MAX_SLIDES).map(({ bytes }) => paragraphsOf(strFromU8(bytes)));
}

function paragraphsOf(xml: string): string[] {
  const paragraphs = [''];
  for (const [piece, text] of xml.matchAll(PIECE)) {
    if (text !== undefined) paragraphs.push((paragraphs.pop() ?? '') + plain(text));
    else if (piece === '</a:p>') paragraphs.push('');
    else paragraphs.push(`${paragraphs.pop() ?? ''}\n`);
  }
  return paragraphs.filter((paragraph) => paragraph.trim() !== '');
}
