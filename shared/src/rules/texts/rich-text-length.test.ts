import { expect, test, vi } from 'vitest';
import { MAX_DESCRIPTION_LENGTH, putBackEmbedded, takeOutEmbedded, tooMuchOf } from './rich-text-length.ts';

const ADDRESS = 'data:image/png;base64,';

test.each([
  ['in the text', ADDRESS],
  ['in the text, each open', `"${ADDRESS}`],
  ['in a picture', `<img src="${ADDRESS}">`],
  ['in one tag', ` a="${ADDRESS}"`, '<img '],
])('no more than the allowed number of picture addresses %s is read', (_where, piece, start = '') => {
  const looksFor = (count: number) => {
    const exec = vi.spyOn(RegExp.prototype, 'exec');
    expect(tooMuchOf(`${start}${piece.repeat(count)}>`)).toBeDefined();
    const { length } = exec.mock.calls;
    exec.mockRestore();
    return length;
  };
  expect(looksFor(80_000)).toBe(looksFor(40_000));
});

test('as many addresses as fit are taken out, and put back', () => {
  const inText = ADDRESS.repeat(Math.floor(MAX_DESCRIPTION_LENGTH / ADDRESS.length));
  const inTags = `<img src="${ADDRESS}AAAA" />`.repeat(100);
  const html = `<p>${inTags}</p>${inText}`.slice(0, -10);
  const { html: short, embedded } = takeOutEmbedded(html);
  expect(short).not.toContain(ADDRESS);
  expect(putBackEmbedded(short, embedded)).toBe(html);
});
