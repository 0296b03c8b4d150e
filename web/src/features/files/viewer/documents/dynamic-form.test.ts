import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { isDynamicForm } from './dynamic-form.ts';

const pdf = (form: string) =>
  new TextEncoder().encode(`%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R${form}>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 450]>>endobj
4 0 obj<</Length 30>>stream
<xdp:xdp xmlns:xdp="x"/>      
endstream endobj
5 0 obj<</FT/Tx/T(name)/Type/Annot/Subtype/Widget/Rect[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
%%EOF`);

test.each([
  ['without a form', '', false],
  ['with a form as others have it', '/AcroForm<</Fields[5 0 R]>>', false],
  ['with a form that is written both ways', '/AcroForm<</Fields[5 0 R]/XFA 4 0 R>>', false],
  ['with a form of XFA alone', '/AcroForm<</Fields[]/XFA 4 0 R>>', true],
])('a document %s is or is none that only Adobe shows', async (_, form, isDynamic) => {
  const task = getDocument({ data: pdf(form), verbosity: 0 });
  expect(await isDynamicForm(await task.promise)).toBe(isDynamic);
  await task.destroy();
});
