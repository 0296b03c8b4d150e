import { type Page, expect } from '@playwright/test';

/** Height of a touch target, in pixels. */
const HEIGHT = 44;

/** Space between a label and its field, in pixels. */
const LABEL_GAP = 6;

/** Least contrast of the edge of a control (WCAG 1.4.11). */
const EDGE_CONTRAST = 3;

export type ControlKind = 'field' | 'lines' | 'select' | 'button' | 'checkbox' | 'label';

type Measured = { kind: ControlKind; name: string; height: number; gap?: number; edge?: number };

/**
 * Expects fields and buttons to have one height (multi-line fields may be taller), labels to have space below them, and
 * edges of fields and check boxes to contrast with the inside and the surroundings. All of `kinds` must be on the page;
 * `name` appears in the failure message.
 */
export async function expectControls(page: Page, kinds: readonly ControlKind[], name: string): Promise<void> {
  const controls = await page.evaluate(measureControls);
  expect(
    controls.map(({ kind }) => kind),
    name,
  ).toEqual(expect.arrayContaining([...kinds]));
  const isRight = ({ kind, height, gap = LABEL_GAP, edge = EDGE_CONTRAST }: Measured) =>
    (kind === 'checkbox' || kind === 'label' || height === HEIGHT || (kind === 'lines' && height > HEIGHT)) &&
    gap >= LABEL_GAP &&
    edge >= EDGE_CONTRAST;
  expect(
    controls.filter((control) => !isRight(control)),
    name,
  ).toEqual([]);
}

/** Runs in the browser, so it must not refer to anything outside itself. */
function measureControls(): Measured[] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('No canvas to mix colours on');
  /** Relative luminance (WCAG 2.2) of layered colours, the bottom layer first. */
  const luminance = (layers: string[]) => {
    for (const color of ['white', ...layers]) {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = Array.from(canvas.getImageData(0, 0, 1, 1).data, (value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one: number, other: number) =>
    (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const backgroundsOf = (element: Element | null): string[] =>
    element ? [...backgroundsOf(element.parentElement), getComputedStyle(element).backgroundColor] : [];
  const edgeOf = (element: Element) => {
    const [inside, around] = [backgroundsOf(element), backgroundsOf(element.parentElement)];
    const edge = luminance([...inside, getComputedStyle(element).borderTopColor]);
    return Math.min(contrast(edge, luminance(inside)), contrast(edge, luminance(around)));
  };
  const fieldKind = (field: Element) => {
    if (field.matches('textarea')) return 'lines';
    return field.matches('[aria-haspopup="listbox"]') ? 'select' : 'field';
  };
  const find = (selector: string) =>
    Array.from(document.querySelectorAll(selector)).filter((element) => element.checkVisibility());
  const describe = (kind: ControlKind, element: Element) => ({
    kind,
    name: element.id || element.textContent,
    height: element.getBoundingClientRect().height,
  });

  return [
    ...find('.mantine-Input-input[data-variant="default"]').map((field) => ({
      ...describe(fieldKind(field), field),
      edge: edgeOf(field),
    })),
    ...find('.mantine-Button-root').map((button) => describe('button', button)),
    ...find('.mantine-Checkbox-input:not(:checked, :disabled)').map((box) => ({
      ...describe('checkbox', box),
      edge: edgeOf(box),
    })),
    ...find('.mantine-InputWrapper-label').map((label) => ({
      ...describe('label', label),
      gap:
        (label.nextElementSibling?.getBoundingClientRect().top ?? 0) - label.getBoundingClientRect().bottom,
    })),
  ];
}
