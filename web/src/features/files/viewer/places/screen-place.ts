import type { Place } from '@vitrin/shared/contract/places.ts';
import { momentOf } from '../media/shown-frame.ts';
import { boxOf, isText, pageOf, scrollerOf, surfaceAt, surfacesIn, thousandthsIn } from './surfaces.ts';
import { lineAt, lineOf } from './text-lines.ts';

/** The place that is shown: the moment of a film, the page in the middle, the selected or else the first line. */
export function shownPlace(area: Element): Place {
  const surfaces = surfacesIn(area);
  const [first] = surfaces;
  if (!first) return {};
  if (first instanceof HTMLMediaElement) return { t: momentOf(first) };
  if (isText(first)) return { line: shownLine(surfaces) };
  return { page: pageOf(inTheMiddle(surfaces, first)) };
}

/** The place at a point of the window; undefined beside what is shown. */
export function placeAt(area: Element, x: number, y: number): Place | undefined {
  const surface = surfaceAt(area, x, y);
  if (!surface) return undefined;
  if (isText(surface)) return { line: lineAt(surfacesIn(area), x, y) };
  return {
    ...(surface instanceof HTMLMediaElement ? { t: momentOf(surface) } : { page: pageOf(surface) }),
    ...(!(surface instanceof HTMLAudioElement) && { at: thousandthsIn(boxOf(surface), x, y) }),
  };
}

function inTheMiddle(surfaces: readonly Element[], first: Element): Element {
  const scroller = scrollerOf(first);
  if (!scroller) return first;
  const { top, height } = scroller.getBoundingClientRect();
  const middle = top + height / 2;
  return surfaces.find((surface) => surface.getBoundingClientRect().bottom >= middle) ?? first;
}

function shownLine(blocks: readonly HTMLElement[]): number | undefined {
  const selection = getSelection();
  const selected = selection?.isCollapsed === false ? selection.getRangeAt(0) : undefined;
  const block = selected && blocks.find((each) => each.contains(selected.startContainer));
  if (selected && block) return lineOf(blocks, block, selected.startOffset);
  const box = blocks[0] && scrollerOf(blocks[0])?.getBoundingClientRect();
  const left = blocks[0]?.getBoundingClientRect().left ?? 0;
  return box
    ? (lineAt(blocks, left + 2, Math.max(box.top + 4, blocks[0]?.getBoundingClientRect().top ?? 0) + 8) ?? 1)
    : 1;
}
