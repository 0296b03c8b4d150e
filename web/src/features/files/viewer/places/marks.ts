import type { Place } from '@vitrin/shared/contract/places.ts';
import { type Box, boxOf, isText, pageOf, scrollerOf, surfacesIn } from './surfaces.ts';
import { rangeOfLine } from './text-lines.ts';

/** Something that is pointed at: where it stands in the window now. */
export type Mark = {
  /** A ring around a point, or a frame around a box. */
  kind: 'point' | 'box';
  box: () => Box;
};

/** Milliseconds after which a place that has not come is given up. */
const PATIENCE_MS = 60_000;

/** Waits until the place is on the screen, scrolls to it and points at it; at nothing where there is no such place. */
export async function findMarks(
  area: Element,
  place: Place,
  fileId: number,
  signal: AbortSignal,
): Promise<Mark[]> {
  if (Object.values(place).every((value) => value === undefined)) return [];
  const from = performance.now();
  while (!signal.aborted && performance.now() - from < PATIENCE_MS) {
    const marks = marksOf(area, place, fileId);
    if (marks) {
      for (const mark of marks) reveal(area, mark);
      return marks;
    }
    await nextFrame();
  }
  return [];
}

/** Undefined while the place is not there yet. */
function marksOf(area: Element, { t, page = 1, at, line }: Place, fileId: number): Mark[] | undefined {
  const surfaces = surfacesIn(area);
  const blocks = surfaces.filter(isText);
  if (blocks.length > 0) {
    const range = line === undefined ? undefined : rangeOfLine(blocks, line);
    // Lines in blocks that are not drawn yet have no box.
    range?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
    return range ? [{ kind: 'box', box: () => range.getBoundingClientRect() }] : [];
  }
  const named = surfaces.filter((surface) => {
    if (surface instanceof HTMLMediaElement) return t !== undefined || at !== undefined;
    return at !== undefined || pageOf(surface) !== undefined;
  });
  const wanted = named.filter((surface) => (pageOf(surface) ?? page) === page);
  if (wanted.length === 0 || !wanted.every(isReady)) return undefined;
  return oneOfEachPane(wanted, fileId).map((surface) => markOn(surface, at));
}

function markOn(surface: Element, at: Place['at']): Mark {
  if (!at || surface instanceof HTMLAudioElement) return { kind: 'box', box: () => boxOf(surface) };
  const box = () => {
    const { left, top, width, height } = boxOf(surface);
    return { left: left + (width * at[0]) / 1000, top: top + (height * at[1]) / 1000, width: 0, height: 0 };
  };
  return { kind: 'point', box };
}

function isReady(surface: HTMLElement): boolean {
  if (surface instanceof HTMLVideoElement) return surface.readyState >= 2 && !surface.seeking;
  if (surface instanceof HTMLAudioElement) return surface.readyState >= 1;
  if (surface.matches('.page')) return surface.dataset['loaded'] === 'true';
  const pictures = surface instanceof HTMLImageElement ? [surface] : [...surface.querySelectorAll('img')];
  return pictures.length === 0
    ? surface.matches('[data-page-number]')
    : pictures.some((picture) => picture.complete && picture.naturalWidth > 0);
}

/** Pictures over each other show one mark: that of the file which the address opens. */
function oneOfEachPane(surfaces: readonly HTMLElement[], fileId: number): HTMLElement[] {
  const chosen = new Map<Element, HTMLElement>();
  for (const surface of surfaces) {
    const pane = surface.closest('[data-zoom-pane]') ?? surface;
    if (!chosen.has(pane) || surface.dataset['place'] === String(fileId)) chosen.set(pane, surface);
  }
  return [...chosen.values()];
}

/** Scrolls a point or a line to the middle, unless it is well in sight. */
function reveal(area: Element, mark: Mark): void {
  const { top, height } = mark.box();
  const scroller = surfacesIn(area).map(scrollerOf).find(Boolean);
  if (!scroller) return;
  const seen = scroller.getBoundingClientRect();
  const middle = top + height / 2;
  const isSeen = middle > seen.top + seen.height * 0.15 && middle < seen.top + seen.height * 0.85;
  const isPage = mark.kind === 'box' && height > seen.height * 0.5;
  if (!isSeen && !isPage) scroller.scrollTop += middle - seen.top - seen.height / 2;
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
