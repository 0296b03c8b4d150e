import { expect, test } from 'vitest';
import { preloadsOf } from '../preloads.ts';

/** A manifest in which every module has a file and a style sheet of its own. */
const manifest = new Proxy(
  {},
  { get: (_, name) => ({ file: `${String(name)}.js`, css: [`${String(name)}.css`], imports: [] }) },
);

test('preloads are requested like the files they are for: with crossorigin', () => {
  const screens = preloadsOf(manifest, ['sans.woff2']);
  const links = screens
    .map((each) => each.links.en + each.links.tr)
    .join('')
    .split('<link ');
  const without = links.filter((link) => link !== '' && !/ crossorigin /.test(link));
  expect(links.length).toBeGreaterThan(20);
  expect(without).toEqual([]);
});
