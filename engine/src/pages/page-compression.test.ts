import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressQuickly, compressWell } from './page-compression.ts';

test('a compressed page unpacks to the same text, and is smaller when more time is spent', async () => {
  const rows = Array.from(
    { length: 2000 },
    (_, row) => `<li class="row-${row % 7}">Şirket ${row * 7919}</li>`,
  );
  const html = `<ul>${rows.join('')}</ul>`;
  const [quick, well] = await Promise.all([compressQuickly(html), compressWell(html)]);
  for (const bytes of [quick, well]) expect(brotliDecompressSync(bytes).toString()).toBe(html);
  expect(well.length).toBeLessThan(quick.length);
  expect(quick.length).toBeLessThan(html.length / 2);
});
