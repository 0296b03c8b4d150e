import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test.each([
  ['logo.png', `attachment; filename=logo.png`],
  ['Şirket ığ.pdf', `attachment; filename="Sirket ig.pdf"; filename*=UTF-8''%C5%9Eirket%20%C4%B1%C4%9F.pdf`],
  ['🎬.mp4', `attachment; filename=file.mp4; filename*=UTF-8''%F0%9F%8E%AC.mp4`],
  ['a"b\\c%41.txt', `attachment; filename=a_b_c_41.txt; filename*=UTF-8''a%22b%5Cc%2541.txt`],
  [`it's (1)*.txt`, `attachment; filename="it's (1)*.txt"`],
])('%s is offered under its own name', (name, header) => {
  expect(contentDisposition('attachment', name)).toBe(header);
});
