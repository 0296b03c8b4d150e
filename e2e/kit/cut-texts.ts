import type { Page } from '@playwright/test';

/** Texts of which a reader sees a part, without a sign that there is more; none on a good page. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(findCutTexts);
}

/** Runs in the browser, so it may use nothing from outside. */
function findCutTexts(): string[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  if (!canvas) throw new Error('No canvas to measure texts on');
  const isText = ({ nodeType, textContent }: Node) =>
    nodeType === Node.TEXT_NODE && textContent?.trim() !== '';
  // Narrower ones are hidden from the eye and there for screen readers.
  const isSeen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 2;
  const find = (selector: string) => Array.from(document.querySelectorAll(selector)).filter(isSeen);
  const styleOf = (element: Element) => getComputedStyle(element);
  const hasEllipsis = (element: Element) => styleOf(element).textOverflow === 'ellipsis';

  const isCutField = (field: Element) => {
    if (!(field instanceof HTMLInputElement) || hasEllipsis(field)) return false;
    const { font, paddingLeft, paddingRight } = styleOf(field);
    canvas.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return canvas.measureText(field.value || field.placeholder).width > room + 1;
  };
  const isCutInside = (element: Element) =>
    styleOf(element).overflowX === 'hidden' &&
    !hasEllipsis(element) &&
    element.scrollWidth > element.clientWidth + 1;
  /** True if an ancestor hides overflow; in a scrolling one the reader can reach the rest. */
  const isCutAround = (element: Element) => {
    const { left, right } = element.getBoundingClientRect();
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      const { overflowX } = styleOf(around);
      if (overflowX === 'auto' || overflowX === 'scroll' || !isSeen(around)) return false;
      const edges = around.getBoundingClientRect();
      const hides = overflowX === 'hidden' || overflowX === 'clip' || around instanceof SVGSVGElement;
      if (hides && (left < edges.left - 1 || right > edges.right + 1)) return !hasEllipsis(around);
    }
    return false;
  };
  const withText = find('body *').filter((element) => Array.from(element.childNodes).some(isText));
  return [
    ...find('input:not([type=checkbox], [type=radio], [type=file])').filter(isCutField),
    ...withText.filter((element) => isCutInside(element) || isCutAround(element)),
  ].map(
    (element) => `${element.tagName} ${element.getAttribute('class')} ${element.textContent.slice(0, 40)}`,
  );
}
