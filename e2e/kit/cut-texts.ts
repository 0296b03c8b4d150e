import type { Page } from '@playwright/test';

/** Returns the texts that are cut off without an ellipsis; a correct page has none. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(findCutTexts);
}

/** Runs in the browser, so it must not refer to anything outside itself. */
function findCutTexts(): string[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  if (!canvas) throw new Error('No canvas to measure texts on');
  const isText = ({ nodeType, textContent }: Node) =>
    nodeType === Node.TEXT_NODE && textContent?.trim() !== '';
  // Narrower elements are hidden visually, and there for screen readers only.
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
  /** True if an ancestor clips the element. A scrolling ancestor does not: the reader can scroll to the rest. */
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
