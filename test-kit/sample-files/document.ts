export type PdfPage = { title: string; lines: string[] };

/** A PDF in A4 with a coloured head and text on each page, written by hand. ASCII only: Helvetica is not embedded. */
export function pdfDocument(pages: PdfPage[]): Buffer<ArrayBuffer> {
  const pageNumbers = pages.map((_, index) => 4 + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageNumbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((page, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> ` +
        `/Contents ${5 + index * 2} 0 R >>`,
      stream(pageContent(page)),
    ]),
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const startOfTable = pdf.length;
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${startOfTable}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}

function pageContent({ title, lines }: PdfPage): string {
  const text = lines.map((line) => `(${escapeText(line)}) Tj T*`).join('\n');
  return [
    '0.06 0.36 0.36 rg 0 742 595 100 re f',
    `BT /F1 28 Tf 1 1 1 rg 56 780 Td (${escapeText(title)}) Tj ET`,
    `BT /F1 12 Tf 0.15 0.15 0.15 rg 20 TL 56 690 Td\n${text}\nET`,
  ].join('\n');
}

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\()]/g, (character) => `\\${character}`);
}
