import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { officeFormatOf } from './office-format.ts';
import { readOffice } from './read-office.ts';

const sample = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../../../../test-kit/sample-files/${name}`, import.meta.url)));

test('a letter is read as words', async () => {
  expect(await readOffice('docx', sample('letter.docx'))).toEqual({
    kind: 'words',
    html: expect.stringContaining('<p>Invoice for Vitrin</p>') as string,
  });
});

test('a workbook is read as tables, with the stored values', async () => {
  expect(await readOffice('xlsx', sample('prices.xlsx'))).toEqual({
    kind: 'sheets',
    sheets: [
      {
        name: 's',
        rows: [
          ['a', 'b'],
          [1, 2],
        ],
        isCut: false,
      },
    ],
  });
});

/** A workbook of as many equal sheets, of cells that all say 1. */
function workbook(sheets: number, rows: number, columns: number): Uint8Array {
  const letters = Array.from(
    { length: columns },
    (_, at) => ['', 'A', 'B'][Math.floor(at / 26)] + String.fromCharCode(65 + (at % 26)),
  );
  const rowAt = (_: unknown, at: number) =>
    `<row r="${at + 1}">${letters.map((letter) => `<c r="${letter}${at + 1}"><v>1</v></c>`).join('')}</row>`;
  const data = Array.from({ length: rows }, rowAt).join('');
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1);
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
  return zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8(
      `<workbook><sheets>${numbers.map((n) => `<sheet name="s${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${numbers.map((n) => `<Relationship Id="rId${n}" Type="${type}" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      numbers.map((n) => [
        `xl/worksheets/sheet${n}.xml`,
        strToU8(`<worksheet><sheetData>${data}</sheetData></worksheet>`),
      ]),
    ),
  });
}

test('a large workbook keeps no more cells than a page draws at once', async () => {
  const content = await readOffice('xlsx', workbook(2, 400, 60));
  if (content.kind !== 'sheets') throw new Error('no sheets');
  const kept = content.sheets.map(({ name, rows, isCut }) => [name, rows.length, rows[0]?.length, isCut]);
  expect(kept).toEqual([
    ['s1', 400, 60, false],
    ['s2', 100, 60, true],
  ]);
});

const slide = (...paragraphs: string[]) =>
  strToU8(
    `<p:sld>${paragraphs.map((text) => `<a:p><a:r><a:rPr lang="tr"/><a:t>${text}</a:t></a:r></a:p>`).join('')}</p:sld>`,
  );

test('a presentation is read as the paragraphs of its slides, in their order', async () => {
  const pptx = zipSync({
    'ppt/slides/slide10.xml': slide('the last'),
    'ppt/slides/slide2.xml': slide('Çay &amp; simit', '', '12.000 &#x20BA;', '&lt;b&gt; &#99999999; &no;'),
    'ppt/slides/slide1.xml': strToU8(
      '<a:p><a:t>one</a:t><a:t xml:space="preserve"> line</a:t><a:br/><a:t>two</a:t></a:p>',
    ),
    'ppt/slides/_rels/slide1.xml.rels': strToU8('<a:t>no slide</a:t>'),
  });
  expect(await readOffice('pptx', pptx)).toEqual({
    kind: 'slides',
    slides: [['one line\ntwo'], ['Çay & simit', '12.000 ₺', '<b> &#99999999; &no;'], ['the last']],
  });
});

/** An OpenDocument with this in its body. */
const openDocument = (body: string, parts: Record<string, Uint8Array> = {}) =>
  zipSync({
    'content.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><office:document-content office:version="1.3">
      <office:body>${body}</office:body></office:document-content>`,
    ),
    ...parts,
  });

test('an odt is read with its lists, tables, links and pictures, and without remarks', async () => {
  const odt = openDocument(
    '<text:h text:outline-level="1">Teklif</text:h><text:p>Çay  &amp;\n<text:span>simit<text:s text:c="2"/></text:span><text:line-break/>&lt;b&gt;' +
      '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>a note</text:p></text:note-body></text:note></text:p>' +
      '<office:annotation><text:p>a remark</text:p></office:annotation>' +
      '<text:list><text:list-item><text:p>bir</text:p></text:list-item></text:list><text:p/>' +
      '<table:table><table:table-row><table:table-cell><text:p>12.000</text:p></table:table-cell></table:table-row></table:table>' +
      '<text:p><text:a xlink:href="https://example.com/?a=1&amp;b=2">bağ</text:a><draw:frame><draw:image xlink:href="Pictures/a.png"/>' +
      '<draw:image xlink:href="https://example.com/b.png"/><draw:image xlink:href="constructor"/></draw:frame></text:p>',
    { 'Pictures/a.png': new Uint8Array([1, 2, 3]) },
  );
  const { html } = (await readOffice('odt', odt)) as { html: string };
  expect(html.trim()).toBe(
    '<h2>Teklif</h2><p>Çay &amp; simit  <br>&lt;b&gt;1</p><ul><li><p>bir</p></li></ul><p></p>' +
      '<table><tr><td><p>12.000</p></td></tr></table>' +
      '<p><a href="https://example.com/?a=1&amp;b=2">bağ</a><img src="data:image/png;base64,AQID"></p><p>a note</p>',
  );
});

test('an odt is read without date formats and descriptions of pictures', async () => {
  const odt = zipSync({
    'content.xml': strToU8(
      `<office:document-content><office:automatic-styles><number:date-style><number:day/><number:text>.</number:text>
      </number:date-style></office:automatic-styles><office:body><text:p>Çay<draw:frame><svg:title>t</svg:title><svg:desc>d</svg:desc>
      </draw:frame></text:p></office:body></office:document-content>`,
    ),
  });
  expect(await readOffice('odt', odt)).toEqual({
    kind: 'words',
    html: expect.stringMatching(/^\s*<p>Çay\s*<\/p>\s*$/),
  });
});

test('a long ods with thousands of empty cells at the end of each row is read to its end', async () => {
  const row =
    '<table:table-row><table:table-cell><text:p>x</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16383"/></table:table-row>';
  const ods = openDocument(`<table:table>${row.repeat(450)}</table:table>`);
  const { sheets } = (await readOffice('ods', ods)) as { sheets: { rows: unknown[]; isCut: boolean }[] };
  expect(sheets.map(({ rows, isCut }) => [rows.length, isCut])).toEqual([[450, false]]);
});

test('an ods is read as tables, with the stored values', async () => {
  const ods = openDocument(
    '<table:table table:name="Fiyat"><table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p><text:p>b</text:p></table:table-cell>' +
      '<table:table-cell table:number-columns-repeated="2" office:value-type="currency" office:value="12000.5"><text:p>12.000,50 ₺</text:p></table:table-cell>' +
      '<table:table-cell office:value-type="date" office:date-value="2026-11-20"><text:p>20.11.2026</text:p></table:table-cell>' +
      '<table:table-cell office:value-type="boolean" office:boolean-value="true"/><table:table-cell table:number-columns-repeated="16000"/></table:table-row>' +
      '<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row><table:table-row><table:table-cell><text:p>z</text:p></table:table-cell></table:table-row>' +
      '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table>',
  );
  expect(await readOffice('ods', ods)).toEqual({
    kind: 'sheets',
    sheets: [
      {
        name: 'Fiyat',
        rows: [['a\nb', 12000.5, 12000.5, new Date('2026-11-20T00:00:00Z'), true], [], [], ['z']],
        isCut: false,
      },
    ],
  });
});

test('an odp is read as the paragraphs of its slides, without the speaker notes', async () => {
  const odp = openDocument(
    '<draw:page draw:name="1"><draw:frame><draw:text-box><text:p>one<text:tab/>line<text:line-break/>two</text:p><text:p/></draw:text-box></draw:frame>' +
      '<presentation:notes><text:p>say hello</text:p></presentation:notes></draw:page><draw:page><text:h>Çay</text:h></draw:page>',
  );
  expect(await readOffice('odp', odp)).toEqual({
    kind: 'slides',
    slides: [['one\tline\ntwo'], ['Çay']],
  });
});

test('a table that claims a million cells of a word in a few bytes is read in part', async () => {
  const cell =
    '<table:table-cell table:number-columns-repeated="16000"><text:p>x</text:p></table:table-cell>';
  const ods = openDocument(
    `<table:table>${`<table:table-row table:number-rows-repeated="1000000">${cell}</table:table-row>`.repeat(200)}</table:table>`,
  );
  const { sheets } = (await readOffice('ods', ods)) as { sheets: { rows: unknown[]; isCut: boolean }[] };
  expect(sheets.map(({ rows, isCut }) => [rows.length, isCut])).toEqual([[500, true]]);
});

test.each([
  ['docx', 'a document of another kind', sample('prices.xlsx')],
  ['xlsx', 'a document of another kind', sample('letter.docx')],
  ['pptx', 'a document of another kind', sample('letter.docx')],
  ['docx', 'one that is cut off', sample('letter.docx').subarray(0, 900)],
  ['odt', 'one with a password', zipSync({ 'content.xml': strToU8('noise') })],
  ['ods', 'a document of another kind', openDocument('<text:p>words</text:p>')],
  ['odp', 'a document of another kind', openDocument('<text:p>words</text:p>')],
  ['xlsx', 'no document', strToU8('PK\u0003\u0004')],
  [
    'pptx',
    'a hundred megabytes in a few bytes',
    zipSync({ 'ppt/slides/slide1.xml': new Uint8Array(100 * 1024 * 1024) }),
  ],
] as const)('as %s, %s is refused', async (format, _, bytes) => {
  await expect(readOffice(format, bytes)).rejects.toThrow(/document|zip|data|sheet|not|invalid|found/i);
});

const TYPE = 'application/vnd.openxmlformats-officedocument.';

test.each([
  [`${TYPE}wordprocessingml.document`, 'a', 10, 'docx'],
  [`${TYPE}spreadsheetml.sheet`, 'a.docx', 10, 'xlsx'],
  [`${TYPE}presentationml.slideshow`, 'a.ppsx', 10, 'pptx'],
  ['application/vnd.oasis.opendocument.text', 'a', 10, 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet-template', 'a', 10, 'ods'],
  ['application/vnd.oasis.opendocument.presentation', 'a', 10, 'odp'],
  ['application/zip', 'Teklif.DOCX', 10, 'docx'],
  ['application/zip', 'a.zip', 10, undefined],
  ['application/x-cfb', 'a.doc', 10, undefined],
  [`${TYPE}wordprocessingml.document`, 'a.docx', 30_000_000, undefined],
])('a file of %s called %s with %i bytes is read as %s', (file_type, name, size, format) => {
  expect(officeFormatOf({ file_type, name, size })).toBe(format);
});
