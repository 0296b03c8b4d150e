import { strFromU8, type Unzipped } from 'fflate';
import { attributeOf, piecesOf, type XmlPiece } from './xml.ts';

/** Elements outside a document's own text: styles, macros, comments, deletions, notes, alternatives and formulas. */
const BESIDE = new Set([
  'office:automatic-styles',
  'office:scripts',
  'office:annotation',
  'text:tracked-changes',
  'presentation:notes',
  'table:tracked-changes',
  'math:math',
  'svg:title',
  'svg:desc',
]);
const MOST_SPACES = 200;

/** The elements and texts of an OpenDocument's content. Throws where there is none to be read, as in one with a password. */
export function* contentOf(parts: Unzipped): Generator<XmlPiece, void> {
  const content = parts['content.xml'];
  const xml = content && strFromU8(content);
  if (!xml?.includes('<office:document-content')) throw new Error('The document has no content');
  let beside = 0;
  for (const piece of piecesOf(xml)) {
    if (piece.kind === 'open' && BESIDE.has(piece.name)) beside += 1;
    if (beside === 0) yield piece;
    if (piece.kind === 'close' && BESIDE.has(piece.name)) beside -= 1;
  }
}

/** The signs for which the format has elements, since XML folds spaces; undefined for other elements. */
export function signOf({ name, attributes }: { name: string; attributes: string }): string | undefined {
  if (name === 'text:tab') return '\t';
  if (name === 'text:line-break') return '\n';
  if (name === 'text:s') return ' '.repeat(countOf(attributes, 'text:c', MOST_SPACES));
  return undefined;
}

/** How often something is repeated, by an attribute: from 1 to `most`. */
export function countOf(attributes: string, name: string, most: number): number {
  const count = Number.parseInt(attributeOf(attributes, name) ?? '', 10);
  return count >= 1 ? Math.min(count, most) : 1;
}

/** Spaces as XML means them outside of the elements for signs. */
export function folded(text: string): string {
  return text.replaceAll(/[ \t\r\n]+/g, ' ');
}
