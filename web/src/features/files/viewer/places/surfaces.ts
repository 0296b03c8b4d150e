/** A picture, page, film or text of an open file, as it stands in the window. */
const SURFACE = '[data-place], .page[data-page-number]';

export type Box = { left: number; top: number; width: number; height: number };

export function surfacesIn(area: Element): HTMLElement[] {
  return Array.from(area.querySelectorAll<HTMLElement>(SURFACE));
}

/** The surface under a point of the window, whatever lies over it. */
export function surfaceAt(area: Element, x: number, y: number): HTMLElement | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const surface = area.contains(element) ? element.closest<HTMLElement>(SURFACE) : null;
    if (surface) return surface;
  }
  return undefined;
}

export function isText(surface: Element): boolean {
  return surface instanceof HTMLPreElement;
}

/** The page that a surface shows, from 1; undefined where it is not one of a document. */
export function pageOf(surface: Element): number | undefined {
  const text =
    surface.getAttribute('data-page-number') ??
    surface.closest('[data-place-page]')?.getAttribute('data-place-page');
  return text ? Number(text) : undefined;
}

/** The picture of a surface in pixels of the window: a film keeps its shape within its element. */
export function boxOf(surface: Element): Box {
  const { left, top, width, height } = surface.getBoundingClientRect();
  const ratio = surface instanceof HTMLVideoElement ? surface.videoWidth / surface.videoHeight : Number.NaN;
  if (!(ratio > 0)) return { left, top, width, height };
  const shown = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) };
  return { left: left + (width - shown.width) / 2, top: top + (height - shown.height) / 2, ...shown };
}

/** Thousandths of a box, within its edges. */
export function thousandthsIn({ left, top, width, height }: Box, x: number, y: number): [number, number] {
  const share = (at: number, size: number) => Math.round(1000 * Math.min(1, Math.max(0, at / size)));
  return [share(x - left, width), share(y - top, height)];
}

/** The nearest element that scrolls what is inside it, within the viewer. */
export function scrollerOf(surface: Element): Element | null {
  return surface.closest('[role="document"]');
}
